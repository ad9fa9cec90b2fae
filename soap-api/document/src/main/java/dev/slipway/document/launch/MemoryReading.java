package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.CountRange;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * Reads the memory that a document's resources ask for: the memory that is set aside on each host, and the limit on the
 * memory of all processes together.
 */
final class MemoryReading {
    private static final QName TOTAL = Names.jsdl("TotalPhysicalMemory");
    private static final QName INDIVIDUAL = Names.jsdl("IndividualPhysicalMemory");

    private final Findings findings;
    private final ResourceReading ranges;

    MemoryReading(Findings findings, ResourceReading ranges) {
        this.findings = findings;
        this.ranges = ranges;
    }

    /**
     * Returns the limit on all processes' memory in bytes. The upper end for each host is such a limit unless the run
     * asks for several hosts.
     */
    Optional<Long> limit(DocumentElement resources, Optional<CountRange> hosts) {
        boolean several = hosts.filter(range -> range.least() > 1).isPresent();
        Stream<Long> total = figure(resources, TOTAL).flatMap(figure -> totalLimit(figure, hosts)).stream();
        Stream<Long> each = figure(resources, INDIVIDUAL)
                .filter(figure -> !several && figure.range().most().isPresent())
                .flatMap(figure -> bytes(figure, figure.range().most()))
                .stream();
        return Stream.concat(total, each).min(Long::compare);
    }

    /**
     * Returns the bytes that are set aside on each host: the largest number of the range for each host, or the lower
     * end of a range without an upper end. A lower end for the whole run is divided by an exact number of hosts.
     */
    Optional<Long> eachHost(DocumentElement resources, Optional<CountRange> hosts) {
        Stream<Long> each = figure(resources, INDIVIDUAL)
                .flatMap(figure -> bytes(
                        figure,
                        figure.range().most().isPresent()
                                ? figure.range().most()
                                : figure.range().least()))
                .stream();
        Stream<Long> share = figure(resources, TOTAL)
                .filter(figure -> figure.range().most().isEmpty())
                .flatMap(figure -> exactly(hosts)
                        .flatMap(count -> bytes(figure, figure.range().least()).map(all -> (all + count - 1) / count)))
                .stream();
        return Stream.concat(each, share).max(Long::compare);
    }

    private record Figure(DocumentElement element, RangeValue range) {}

    private Optional<Figure> figure(DocumentElement resources, QName name) {
        return resources.child(name).flatMap(element -> ranges.range(element).map(range -> new Figure(element, range)));
    }

    private Optional<Long> totalLimit(Figure figure, Optional<CountRange> hosts) {
        if (figure.range().most().isPresent()) {
            return bytes(figure, figure.range().most());
        }
        if (exactly(hosts).isEmpty() || figure.range().least().isEmpty()) {
            findings.unsupported(
                    figure.element(),
                    "choosing a machine by " + Names.label(figure.element().name()),
                    "Write jsdl:UpperBoundedRange, which the run is held to, or set memory aside on each host with"
                            + " jsdl:IndividualPhysicalMemory.");
        }
        return Optional.empty();
    }

    private static Optional<Integer> exactly(Optional<CountRange> hosts) {
        return hosts.filter(range -> range.most().equals(Optional.of(range.least())))
                .map(CountRange::least);
    }

    /** Returns a number of bytes; empty for an endless number, and with a finding for less than 1 byte. */
    private Optional<Long> bytes(Figure figure, OptionalDouble number) {
        if (number.isEmpty() || number.getAsDouble() >= 1) {
            return number.stream()
                    .filter(bytes -> bytes < Long.MAX_VALUE)
                    .mapToObj(bytes -> (long) bytes)
                    .findFirst();
        }
        findings.problem(
                figure.element(),
                Names.label(figure.element().name()) + " allows less than 1 byte",
                "Write a number of bytes, such as 2147483648.");
        return Optional.empty();
    }
}
