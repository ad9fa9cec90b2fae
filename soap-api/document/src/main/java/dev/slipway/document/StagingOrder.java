package dev.slipway.document;

import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What only the steps together can get wrong: files that are read before they are there, or written by two steps at
 * once.
 */
final class StagingOrder {
    private StagingOrder() {}

    private record Writing(RunPath file, int orderGroup) {}

    static void check(List<StagingStep> in, Map<StagingStep, DocumentElement> places, Findings findings) {
        Map<RunPath, Integer> firstWritten = new HashMap<>();
        in.forEach(step -> firstWritten.merge(step.file(), step.orderGroup(), Math::min));
        Set<Writing> writings = new HashSet<>();
        for (StagingStep step : in) {
            DocumentElement place = places.get(step);
            if (step instanceof SqlExtract extract) {
                extract.parameters().ifPresent(rows -> parameters(extract, rows, firstWritten, place, findings));
            }
            if (!writings.add(new Writing(step.file(), step.orderGroup()))) {
                findings.problem(
                        place,
                        "two steps of order group " + step.orderGroup() + " write the file " + step.file(),
                        "Put one of them into a later order group, or give it another file.");
            }
        }
    }

    private static void parameters(
            SqlExtract extract,
            SqlExtract.ParameterRows rows,
            Map<RunPath, Integer> firstWritten,
            DocumentElement place,
            Findings findings) {
        if (firstWritten.getOrDefault(rows.file(), Integer.MAX_VALUE) >= extract.orderGroup()) {
            findings.problem(
                    place,
                    "no step of an order group before " + extract.orderGroup() + " writes " + rows.file()
                            + ", which the parameters come from",
                    "Check the file's name in sw:ParameterRows and the order groups.");
        }
    }
}
