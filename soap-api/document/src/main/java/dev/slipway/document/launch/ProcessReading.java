package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** Reads how the processes of an SPMD application stand on hosts, their threads, and their implementation of MPI. */
final class ProcessReading {
    /** The variations that a run can have. MPICH2 is the standard's name for what is called MPICH today. */
    private static final Map<String, MpiFlavour> FLAVOURS = Map.of(
            "MPI", MpiFlavour.ANY,
            "OpenMPI", MpiFlavour.OPEN_MPI,
            "MPICH2", MpiFlavour.MPICH,
            "MPICH", MpiFlavour.MPICH);

    private static final List<String> ALL_PROCESSORS = List.of("actualindividualcpucount", "actualIndividualCPUCount");

    private final Findings findings;
    private final ValueReader values;

    ProcessReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    /** Adds the demands of an SPMD application to those of the resources; other applications have none of their own. */
    ResourceDemand read(DocumentElement form, ResourceDemand resources) {
        if (!form.name().getNamespaceURI().equals(Names.SPMD)) {
            return resources;
        }
        return new ResourceDemand(
                resources.hosts(),
                processesPerHost(form),
                threads(form, resources.processorsPerHost()),
                resources.processorsPerHost(),
                resources.memoryPerHost(),
                resources.exclusive(),
                resources.choice(),
                flavour(form));
    }

    /**
     * Returns whether the processes can stand on the hosts. A conflict is reported at the number of hosts, or at the
     * number of processes of each host.
     */
    boolean fits(DocumentElement form, Optional<DocumentElement> hosts, ResourceDemand demand, int processes) {
        Optional<String> conflict = demand.conflict(processes);
        conflict.ifPresent(words -> findings.problem(
                hosts.or(() -> form.child(spmd("ProcessesPerHost"))).orElse(form),
                "the processes cannot be placed on the hosts: " + words,
                "Make jsdl:TotalResourceCount, spmd:ProcessesPerHost and the number of processes agree."));
        return conflict.isEmpty();
    }

    private static QName spmd(String local) {
        return new QName(Names.SPMD, local);
    }

    private Optional<Integer> processesPerHost(DocumentElement form) {
        return form.child(spmd("ProcessesPerHost"))
                .filter(each -> !each.isNil())
                .flatMap(each -> values.whole(each, "spmd:ProcessesPerHost", each.text(), 1));
    }

    /** An empty element with the attribute for it asks for as many threads as each host has processors. */
    private Optional<Integer> threads(DocumentElement form, Optional<Integer> processors) {
        Optional<DocumentElement> element = form.child(spmd("ThreadsPerProcess"));
        if (element.isEmpty()) {
            return Optional.empty();
        }
        DocumentElement threads = element.get();
        if (!threads.stripped().isEmpty()) {
            return values.whole(threads, "spmd:ThreadsPerProcess", threads.text(), 1);
        }
        boolean all = ALL_PROCESSORS.stream()
                .anyMatch(attribute -> threads.attribute(attribute).isPresent() && values.truth(threads, attribute));
        if (!threads.isNil() && !(all && processors.isPresent()) || all && processors.isEmpty()) {
            findings.unsupported(
                    threads,
                    "choosing a number of threads for the document (spmd:ThreadsPerProcess without a number)",
                    "Write a number, or attribute actualindividualcpucount with jsdl:IndividualCPUCount.");
        }
        return all ? processors : Optional.empty();
    }

    private MpiFlavour flavour(DocumentElement form) {
        Optional<DocumentElement> variation = form.child(spmd("SPMDVariation"));
        Optional<MpiFlavour> flavour = variation
                .map(DocumentElement::stripped)
                .filter(uri -> uri.startsWith(ApplicationReading.VARIATIONS))
                .map(uri -> FLAVOURS.get(uri.substring(ApplicationReading.VARIATIONS.length())));
        if (variation.isPresent() && flavour.isEmpty()) {
            findings.unsupported(
                    variation.get(),
                    "spmd:SPMDVariation " + Names.shown(variation.get().stripped()),
                    "Write " + ApplicationReading.VARIATIONS + "OpenMPI or .../MPICH2, or .../MPI for any.");
        }
        return flavour.orElse(MpiFlavour.ANY);
    }
}
