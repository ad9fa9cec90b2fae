package dev.slipway.document;

import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What only the steps together can get wrong: files that are read before they are there, or written by two steps at
 * once.
 */
final class StagingOrder {
    private StagingOrder() {}

    private record Writing(RunPath file, int orderGroup) {}

    /** @param unread the file of each step that could not be read, which may write it in time; empty for one that names none */
    static void check(
            List<StagingStep> in,
            Set<Optional<RunPath>> unread,
            Map<StagingStep, DocumentElement> places,
            Findings findings) {
        Map<RunPath, Integer> firstWritten = new HashMap<>();
        in.forEach(step -> firstWritten.merge(step.file(), step.orderGroup(), Math::min));
        Set<Writing> writings = new HashSet<>();
        for (StagingStep step : in) {
            DocumentElement place = places.get(step);
            step.input()
                    .filter(file -> !unread.contains(Optional.of(file)) && !unread.contains(Optional.empty()))
                    .ifPresent(file -> input(step, file, firstWritten, place, findings));
            if (!writings.add(new Writing(step.file(), step.orderGroup()))) {
                findings.problem(
                        place,
                        "two steps with orderGroup " + step.orderGroup() + " write the file "
                                + Names.shown(step.file().value()),
                        "Give one of them a higher orderGroup, or another file.");
            }
        }
    }

    private static void input(
            StagingStep step,
            RunPath file,
            Map<RunPath, Integer> firstWritten,
            DocumentElement place,
            Findings findings) {
        if (firstWritten.getOrDefault(file, Integer.MAX_VALUE) >= step.orderGroup()) {
            findings.problem(
                    place,
                    "no step with an orderGroup below " + step.orderGroup() + " writes " + Names.shown(file.value())
                            + ", which the parameters come from",
                    place.name().getNamespaceURI().equals(Names.REPORT)
                            ? "Check the file's name in jsdl:SQLInputFileName, and each jsdl:ExecutionOrderGroup."
                            : "Check the file's name in sw:ParameterRows, and each orderGroup.");
        }
    }
}
