package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.RunLimits;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * Reads the limits that a document sets for its run, apart from the time limit. Of two limits on the same thing the
 * lower one holds.
 */
final class LimitReading {
    private final Findings findings;

    LimitReading(Findings findings) {
        this.findings = findings;
    }

    /**
     * Reads the limits of an application.
     *
     * @param resources the limit on memory that the document's resources set, if any
     * @param member gives the name of an element in this form of application
     */
    RunLimits read(DocumentElement form, Optional<Long> resources, Function<String, QName> member) {
        Optional<Long> memory = whole(form, member.apply("MemoryLimit"), "bytes");
        Optional<Integer> processes = whole(form, member.apply("ProcessCountLimit"), "processes")
                .map(count -> (int) Math.min(count, Integer.MAX_VALUE));
        return new RunLimits(
                Stream.concat(memory.stream(), resources.stream()).min(Long::compare),
                whole(form, member.apply("VirtualMemoryLimit"), "bytes"),
                processes);
    }

    private Optional<Long> whole(DocumentElement form, QName name, String unit) {
        return form.child(name).flatMap(element -> whole(element, unit));
    }

    private Optional<Long> whole(DocumentElement element, String unit) {
        String text = element.stripped();
        if (text.matches("\\d{1,18}") && Long.parseLong(text) >= 1) {
            return Optional.of(Long.parseLong(text));
        }
        findings.problem(
                element,
                Names.label(element.name()) + " is not a whole number of " + unit + " of at least 1: \""
                        + Names.shown(text) + "\"",
                "Write the number of " + unit + " in digits.");
        return Optional.empty();
    }
}
