package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** Reads the demands on hosts that a document's resources make, and the account that pays for them. */
final class HostReading {
    private static final String FITS = "Leave it out, or name a partition that fits with sw:Partition.";

    private final Findings findings;
    private final ValueReader values;
    private final ResourceReading ranges;

    HostReading(Findings findings, ResourceReading ranges) {
        this.findings = findings;
        this.values = new ValueReader(findings);
        this.ranges = ranges;
    }

    ResourceDemand read(DocumentElement resources) {
        Optional<CountRange> hosts = resources
                .child(Names.jsdl("TotalResourceCount"))
                .flatMap(element -> ranges.range(element).flatMap(range -> hosts(element, range)));
        Optional<Integer> processors = resources
                .child(Names.jsdl("IndividualCPUCount"))
                .flatMap(element -> ranges.range(element).flatMap(range -> processors(element, range)));
        boolean exclusive = flag(resources, Names.jsdl("ExclusiveExecution"));
        return new ResourceDemand(
                hosts,
                Optional.empty(),
                Optional.empty(),
                processors,
                new MemoryReading(findings, ranges).eachHost(resources, hosts),
                exclusive,
                new ClusterChoice(
                        named(resources, "Constraint"),
                        named(resources, "Reservation"),
                        named(resources, "QualityOfService"),
                        Optional.empty(),
                        flag(resources, Names.sw("Rerun"))),
                MpiFlavour.ANY);
    }

    private boolean flag(DocumentElement resources, QName name) {
        return resources
                .child(name)
                .filter(flag -> values.truth(flag, Names.label(name), flag.text()))
                .isPresent();
    }

    /** Returns the account that the run is charged to: the first project. The others have no effect. */
    static Optional<String> account(DocumentElement body, Findings findings) {
        List<DocumentElement> projects = body.child(Names.jsdl("JobIdentification"))
                .map(identification -> identification.children(Names.jsdl("JobProject")))
                .orElse(List.of());
        List<DocumentElement> named =
                projects.stream().filter(one -> !one.stripped().isEmpty()).toList();
        projects.stream()
                .filter(one -> one.stripped().isEmpty())
                .forEach(one -> findings.warning(one, "jsdl:JobProject is empty and has no effect", "Nothing to do."));
        named.stream()
                .skip(1)
                .forEach(one -> findings.warning(
                        one,
                        "jsdl:JobProject has no effect: the run is charged to the first one, "
                                + Names.shown(named.get(0).stripped()),
                        "Leave out all but the account that pays."));
        return named.stream().findFirst().flatMap(one -> plain(one, one.stripped(), findings));
    }

    private Optional<String> named(DocumentElement resources, String local) {
        return resources.child(Names.sw(local)).flatMap(element -> values.name(element)
                .flatMap(text -> plain(element, text, findings)));
    }

    private static Optional<String> plain(DocumentElement element, String text, Findings findings) {
        if (ClusterChoice.isName(text)) {
            return Optional.of(text);
        }
        findings.problem(
                element,
                Names.label(element.name()) + " is not a name on one line: \"" + Names.shown(text) + "\"",
                "Write one line of at most " + ClusterChoice.LONGEST + " characters, without control characters.");
        return Optional.empty();
    }

    private Optional<CountRange> hosts(DocumentElement element, RangeValue range) {
        List<CountRange> runs = range.counts();
        if (runs.isEmpty()) {
            noCount(element);
        } else if (runs.size() > 1) {
            findings.unsupported(
                    element,
                    "choosing between separate numbers of hosts (" + Names.label(element.name()) + ")",
                    "Write one jsdl:Exact, or one range without gaps.");
        }
        return runs.size() == 1 ? Optional.of(runs.get(0)) : Optional.empty();
    }

    /** Returns the least number of processors; a cluster cannot be asked for hosts with few processors. */
    private Optional<Integer> processors(DocumentElement element, RangeValue range) {
        if (range.upper().isPresent()) {
            findings.unsupported(
                    element,
                    "choosing hosts with at most a number of processors (" + Names.label(element.name()) + ")",
                    FITS);
            return Optional.empty();
        }
        if (range.counts().isEmpty()) {
            noCount(element);
        }
        return range.counts().stream().findFirst().map(CountRange::least);
    }

    private void noCount(DocumentElement element) {
        findings.problem(
                element,
                "no whole number of at least 1 is in the range of " + Names.label(element.name()),
                "Write a number as jsdl:Exact, such as 4.");
    }
}
