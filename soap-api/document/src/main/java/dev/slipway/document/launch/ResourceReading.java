package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.ResourceDemand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.namespace.QName;

/** Reads the resources of a document: the run's demands on the machine. */
public final class ResourceReading {
    /** Figures that choose a machine. The operator of a partition answers them; this version does not. */
    private static final List<String> FIGURES = List.of(
            "IndividualCPUSpeed",
            "IndividualCPUTime",
            "IndividualNetworkBandwidth",
            "IndividualVirtualMemory",
            "IndividualDiskSpace",
            "TotalCPUTime",
            "TotalVirtualMemory",
            "TotalDiskSpace");

    /** Figures that are counts of hosts and of their processors. */
    private static final List<String> COUNTS = List.of("IndividualCPUCount", "TotalResourceCount");

    /** Figures that limit the run. On one host, a limit for the host is a limit for the whole run. */
    private static final List<String> LIMITS = List.of("TotalPhysicalMemory", "IndividualPhysicalMemory");

    private static final QName PROCESSORS = Names.jsdl("TotalCPUCount");

    /** Units of JSDL 1.0, by the end of the element's name. */
    private static final Map<String, String> UNITS = Map.of(
            "CPUSpeed", "hertz",
            "CPUTime", "seconds",
            "NetworkBandwidth", "bits per second",
            "Memory", "bytes",
            "DiskSpace", "bytes");

    private final Findings findings;
    private final ValueReader values;

    ResourceReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    /**
     * The demands of a run.
     *
     * @param processors the number of processors, with the element that asks for them
     * @param unclear whether an element asks for processors but could not be read; the problem has been reported
     * @param memory the limit on all processes' memory in bytes
     * @param demand the demands on machines that do not depend on the application
     */
    record Needs(
            Optional<String> partition,
            Optional<Processors> processors,
            boolean unclear,
            Optional<Long> memory,
            ResourceDemand demand) {
        static final Needs NONE =
                new Needs(Optional.empty(), Optional.empty(), false, Optional.empty(), ResourceDemand.NONE);

        /** Returns these demands with the account that a document without resources can name too. */
        Needs charging(Optional<String> account) {
            ClusterChoice choice = demand.choice();
            return new Needs(
                    partition,
                    processors,
                    unclear,
                    memory,
                    demand.choosing(new ClusterChoice(
                            choice.constraint(), choice.reservation(), choice.qos(), account, choice.rerun())));
        }

        /** Returns the demands for one of several application forms. Only an SPMD application can use processors. */
        Needs of(DocumentElement form) {
            return form.name().getNamespaceURI().equals(Names.SPMD) ? this : NONE;
        }
    }

    /** A demand for processors. */
    record Processors(DocumentElement element, RangeValue range) {}

    Needs read(DocumentElement resources) {
        system(resources);
        for (String figure : FIGURES) {
            resources.child(Names.jsdl(figure)).ifPresent(element -> range(element)
                    .ifPresent(range -> findings.unsupported(
                            element,
                            "choosing a machine by jsdl:" + figure,
                            "Leave it out and name a partition that fits with sw:Partition; of the limits,"
                                    + " those on time, memory and processes work.")));
        }
        Optional<DocumentElement> count = resources.child(PROCESSORS);
        Optional<Processors> processors =
                count.flatMap(element -> range(element).map(range -> new Processors(element, range)));
        Optional<String> partition = resources.child(Names.sw("Partition")).flatMap(values::name);
        boolean asks = count.filter(element ->
                        !element.stripped().isEmpty() || !element.children().isEmpty())
                .isPresent();
        HostReading hosts = new HostReading(findings, this);
        ResourceDemand demand = hosts.read(resources);
        Optional<Long> memory = new MemoryReading(findings, this).limit(resources, demand.hosts());
        return new Needs(partition, processors, asks && processors.isEmpty(), memory, demand);
    }

    /** Returns the unit of a figure as the end of a sentence; empty for an element that is no figure. */
    public static Optional<String> unit(QName name) {
        String local = name.getLocalPart();
        boolean figure = FIGURES.contains(local) || COUNTS.contains(local) || LIMITS.contains(local);
        if (!name.equals(PROCESSORS) && !(name.getNamespaceURI().equals(Names.JSDL) && figure)) {
            return Optional.empty();
        }
        return Optional.of(UNITS.entrySet().stream()
                .filter(unit -> local.endsWith(unit.getKey()))
                .map(unit -> ", in " + unit.getValue())
                .findFirst()
                .orElse(""));
    }

    /**
     * Reads a range. An element without a number gives an empty range with a warning; text directly in the element has
     * been reported before.
     */
    Optional<RangeValue> range(DocumentElement element) {
        Optional<RangeValue> range = RangeValue.read(element, values);
        if (range.filter(RangeValue::isEmpty).isPresent()) {
            if (!element.stripped().isEmpty()) {
                return Optional.empty();
            }
            findings.warning(
                    element, Names.label(element.name()) + " holds no number and asks for nothing", "Nothing to do.");
            return Optional.empty();
        }
        return range;
    }

    private void system(DocumentElement resources) {
        resources
                .child(Names.jsdl("OperatingSystem"))
                .flatMap(system -> system.child(Names.jsdl("OperatingSystemType")))
                .flatMap(type -> type.child(Names.jsdl("OperatingSystemName")))
                .filter(name -> !name.stripped().equalsIgnoreCase("LINUX"))
                .ifPresent(name -> findings.unsupported(
                        name,
                        "jsdl:OperatingSystemName " + Names.shown(name.stripped()),
                        "Every partition runs LINUX."));
    }

    /**
     * Returns the number of processes that a demand for processors means; empty, with a finding, if the demand is
     * unclear.
     */
    Optional<Integer> processes(Processors processors) {
        OptionalDouble wanted = processors.range().wanted();
        if (wanted.isEmpty()) {
            findings.unsupported(
                    processors.element(),
                    "choosing a number of processes (jsdl:TotalCPUCount with an upper bound only)",
                    "Write jsdl:Exact, jsdl:LowerBoundedRange or spmd:NumberOfProcesses.");
            return Optional.empty();
        }
        double number = wanted.getAsDouble();
        if (processors.range().matches(number)) {
            return values.whole(processors.element(), "jsdl:TotalCPUCount", number, 1);
        }
        findings.problem(
                processors.element(),
                "no whole number is in the range of jsdl:TotalCPUCount",
                "Write a number of processes as jsdl:Exact.");
        return Optional.empty();
    }
}
