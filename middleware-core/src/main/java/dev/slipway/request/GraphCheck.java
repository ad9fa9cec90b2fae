package dev.slipway.request;

import dev.slipway.request.GraphFault.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the faults between kernels and links of a stream application, all at once: the faults for which the stream
 * launcher refuses a graph with all kernels on one machine. Each kernel and each link is valid alone.
 */
public final class GraphCheck {
    /** Links from each copy to each copy, as the stream launcher counts them. */
    private static final long MOST_ENDS = 1 << 20;

    private final List<StreamKernel> kernels;
    private final List<StreamLink> links;
    private final Map<String, StreamKernel> byName = new HashMap<>();
    private final List<GraphFault> faults = new ArrayList<>();

    private GraphCheck(List<StreamKernel> kernels, List<StreamLink> links) {
        this.kernels = kernels;
        this.links = links;
        kernels.forEach(kernel -> byName.putIfAbsent(kernel.name(), kernel));
    }

    /**
     * Returns all faults of the graph, of kernels and of links, in their order; faults of cycles only if there are no
     * others.
     */
    public static List<GraphFault> faults(List<StreamKernel> kernels, List<StreamLink> links) {
        GraphCheck check = new GraphCheck(kernels, links);
        if (kernels.isEmpty()) {
            check.add(Part.GRAPH, 0, "the graph has no kernel", "Add one.");
        }
        check.names();
        for (int at = 0; at < kernels.size(); at++) {
            check.kernel(at, kernels.get(at));
        }
        for (int at = 0; at < links.size(); at++) {
            check.link(at, links.get(at));
        }
        check.ends();
        return check.faults.isEmpty() ? GraphCycles.faults(kernels, links) : check.faults;
    }

    private void add(Part part, int at, String message, String remedy) {
        faults.add(new GraphFault(part, at, message, remedy));
    }

    private static String named(String kernel) {
        return "kernel \"" + kernel + "\"";
    }

    private static String both(String one, String other) {
        return "kernels \"" + one + "\" and \"" + other + "\"";
    }

    private void names() {
        Set<String> names = new HashSet<>();
        Map<Integer, String> numbers = new HashMap<>();
        for (int at = 0; at < kernels.size(); at++) {
            StreamKernel kernel = kernels.get(at);
            if (!names.add(kernel.name())) {
                add(Part.KERNEL, at, "two kernels have the name \"" + kernel.name() + "\"", "Give each its own.");
            }
            String other = numbers.putIfAbsent(kernel.number(), kernel.name());
            if (other != null) {
                add(
                        Part.KERNEL,
                        at,
                        both(other, kernel.name()) + " have the number " + kernel.number(),
                        "Give each its own; a kernel that says none has its place among the kernels, from 0.");
            }
        }
    }

    private void kernel(int at, StreamKernel kernel) {
        if (links.stream().noneMatch(link -> touches(link, kernel.name()))) {
            add(
                    Part.KERNEL,
                    at,
                    "no link leads to or from " + named(kernel.name()),
                    "Add a link, or take the kernel out.");
        }
        kernel.with().ifPresent(host -> with(at, kernel, host));
        if (kernel.start() instanceof KernelStart.Ranks && kernel.turns()) {
            add(Part.KERNEL, at, "MPI " + named(kernel.name()) + " cannot be in turns", "Leave turns out.");
        }
    }

    private static boolean touches(StreamLink link, String kernel) {
        return link.from().equals(kernel) || link.to().contains(kernel);
    }

    private void with(int at, StreamKernel kernel, String host) {
        StreamKernel other = byName.get(host);
        if (other == null) {
            absent(Part.KERNEL, at, host);
        } else if (!(other.start() instanceof KernelStart.Copies copies) || copies.copies() > 1) {
            add(
                    Part.KERNEL,
                    at,
                    named(kernel.name()) + " cannot be with \"" + host + "\"",
                    "Be with a kernel of one copy and no ranks that has a process of its own.");
        }
    }

    private void absent(Part part, int at, String kernel) {
        add(part, at, "there is no " + named(kernel), "Add it, or mend the name.");
    }

    private void link(int at, StreamLink link) {
        int receivers = 0;
        boolean whole = byName.containsKey(link.from());
        if (!whole) {
            absent(Part.LINK, at, link.from());
        }
        Set<String> seen = new HashSet<>();
        for (String to : link.to()) {
            StreamKernel receiver = byName.get(to);
            if (receiver == null) {
                absent(Part.LINK, at, to);
                whole = false;
                continue;
            }
            receivers += receiver.start().ends();
            receiver(at, link, to);
            if (!seen.add(to)) {
                add(Part.LINK, at, "the link names " + named(to) + " twice", "Name it once.");
            }
        }
        if (whole) {
            split(at, link, receivers);
        }
        repeated(at, link);
    }

    private void receiver(int at, StreamLink link, String to) {
        if (to.equals(link.from())) {
            add(Part.LINK, at, named(to) + " is linked to itself", "Let the link lead to another kernel.");
        } else if (link.transport() == StreamLink.Transport.PROCESS
                && byName.containsKey(link.from())
                && !inOneProcess(link.from(), to)) {
            add(
                    Part.LINK,
                    at,
                    both(link.from(), to) + " are not in one process",
                    "Leave transport out, or let one of the kernels be with the other.");
        }
    }

    private boolean inOneProcess(String from, String to) {
        StreamKernel sender = byName.get(from);
        boolean alone =
                !(sender.start() instanceof KernelStart.Ranks) && sender.start().ends() == 1;
        return alone && process(from).equals(process(to));
    }

    private String process(String kernel) {
        return byName.get(kernel).with().orElse(kernel);
    }

    private void split(int at, StreamLink link, int receivers) {
        if (receivers > 1 && link.split().isEmpty()) {
            add(
                    Part.LINK,
                    at,
                    "the link from " + named(link.from()) + " leads to " + receivers
                            + " receivers and does not say how records are split",
                    "Give the link a kind: duplicate (each record to all of them) or divide (each record to"
                            + " one, in turn).");
        } else if (receivers == 1 && link.split().isPresent()) {
            add(
                    Part.LINK,
                    at,
                    "the link from " + named(link.from()) + " leads to one receiver, and is no split",
                    "Leave kind out.");
        }
    }

    private void repeated(int at, StreamLink link) {
        for (StreamLink earlier : links.subList(0, at)) {
            for (String to : link.to()) {
                if (earlier.from().equals(link.from()) && earlier.to().contains(to)) {
                    add(Part.LINK, at, both(link.from(), to) + " are linked already", "Make one link of both.");
                }
            }
        }
    }

    private void ends() {
        long ends = 0;
        for (StreamLink link : links) {
            for (String to : link.to()) {
                if (byName.containsKey(link.from()) && byName.containsKey(to)) {
                    ends += (long) byName.get(link.from()).start().ends()
                            * byName.get(to).start().ends();
                }
            }
        }
        if (ends > MOST_ENDS) {
            add(
                    Part.GRAPH,
                    0,
                    "the links have " + ends + " ends, counted from each copy to each copy, and at most " + MOST_ENDS
                            + " can be",
                    "Let fewer copies or ranks run.");
        }
    }
}
