package dev.slipway.request;

import dev.slipway.request.GraphFault.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds cycles of a graph with valid links: a link that closes a cycle must be marked as feedback, and a link with this
 * mark must close a cycle.
 */
final class GraphCycles {
    private final List<StreamLink> links;
    private final List<GraphFault> faults = new ArrayList<>();

    /** The kernels from which all paths have been followed. */
    private final Set<String> done = new HashSet<>();

    /** The kernels on the path to the present position of the search, in order. */
    private final List<String> way = new ArrayList<>();

    private GraphCycles(List<StreamLink> links) {
        this.links = links;
    }

    /** Finds the faults. Feedback links are checked only if no other link closes a cycle. */
    static List<GraphFault> faults(List<StreamKernel> kernels, List<StreamLink> links) {
        GraphCycles cycles = new GraphCycles(links);
        kernels.forEach(kernel -> cycles.follow(kernel.name()));
        if (cycles.faults.isEmpty()) {
            cycles.feedbacks();
        }
        return cycles.faults;
    }

    private void follow(String kernel) {
        if (done.contains(kernel)) {
            return;
        }
        way.add(kernel);
        for (int at = 0; at < links.size(); at++) {
            StreamLink link = links.get(at);
            if (link.from().equals(kernel) && !link.feedback()) {
                for (String to : link.to()) {
                    if (way.contains(to)) {
                        closed(at, to);
                    } else {
                        follow(to);
                    }
                }
            }
        }
        way.remove(way.size() - 1);
        done.add(kernel);
    }

    private void closed(int at, String kernel) {
        String around = String.join(" -> ", way.subList(way.indexOf(kernel), way.size()));
        faults.add(new GraphFault(
                Part.LINK,
                at,
                "the link closes a cycle: " + around + " -> " + kernel,
                "Write feedback=\"true\" on the link that leads back, if the cycle is meant."));
    }

    private void feedbacks() {
        for (int at = 0; at < links.size(); at++) {
            StreamLink link = links.get(at);
            if (link.feedback()
                    && link.to().stream().noneMatch(to -> reachable(to).contains(link.from()))) {
                faults.add(new GraphFault(
                        Part.LINK, at, "the link is called a feedback and closes no cycle", "Leave feedback out."));
            }
        }
    }

    private Set<String> reachable(String kernel) {
        GraphCycles search = new GraphCycles(links);
        search.follow(kernel);
        return search.done;
    }
}
