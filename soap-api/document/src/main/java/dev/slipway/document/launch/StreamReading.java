package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.GraphCheck;
import dev.slipway.request.GraphFault;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** Reads a stream application from {@code sw:StreamApplication}. */
final class StreamReading {
    static final QName APPLICATION = Names.sw("StreamApplication");

    private final Findings findings;
    private final StreamValues values;

    StreamReading(Findings findings) {
        this.findings = findings;
        this.values = new StreamValues(findings);
    }

    /** Reads the application; empty, with findings, if any part is unclear. */
    Optional<StreamApplication> read(DocumentElement form) {
        Optional<String> name = values.name(form, "name");
        List<DocumentElement> kernelElements = form.children(Names.sw("Kernel"));
        List<DocumentElement> linkElements = form.children(Names.sw("Link"));
        List<StreamKernel> kernels = new ArrayList<>();
        for (int at = 0; at < kernelElements.size(); at++) {
            new KernelReading(findings).read(kernelElements.get(at), at).ifPresent(kernels::add);
        }
        List<StreamLink> links = new ArrayList<>();
        linkElements.forEach(element -> link(element).ifPresent(links::add));
        // A check of the rest would report every reference to a kernel that could not be read.
        if (kernels.size() < kernelElements.size() || links.size() < linkElements.size()) {
            return Optional.empty();
        }
        List<GraphFault> faults = GraphCheck.faults(kernels, links);
        faults.forEach(fault -> findings.problem(
                switch (fault.part()) {
                    case GRAPH -> form;
                    case KERNEL -> kernelElements.get(fault.at());
                    case LINK -> linkElements.get(fault.at());
                },
                fault.message(),
                fault.remedy()));
        return faults.isEmpty() ? name.map(one -> new StreamApplication(one, kernels, links)) : Optional.empty();
    }

    /** Reads a link; empty if an end is invalid. Any other invalid value is reported and replaced by the default. */
    private Optional<StreamLink> link(DocumentElement element) {
        Optional<String> from = values.name(element, "from");
        Optional<List<String>> to = values.names(element, "to");
        Optional<Split> split = values.choice(element, "kind", Split.class);
        boolean feedback = values.truth(element, "feedback");
        Transport transport =
                values.choice(element, "transport", Transport.class).orElse(Transport.AUTO);
        int room = values.number(element, "room", StreamLink.LEAST_ROOM, StreamLink.MOST_ROOM)
                .orElse(StreamLink.USUAL_ROOM);
        values.notOffered(element, "network", "choosing a network for a link");
        values.notOffered(element, "via", "leading a link over another host");
        return from.flatMap(
                sender -> to.map(receivers -> new StreamLink(sender, receivers, split, feedback, transport, room)));
    }
}
