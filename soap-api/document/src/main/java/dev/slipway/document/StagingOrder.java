package dev.slipway.document;

import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Map;

/**
 * What only the steps together can get wrong: files that are read before they are there, or written by two steps at
 * once.
 */
final class StagingOrder {
    private StagingOrder() {}

    static void check(List<StagingStep> in, Map<StagingStep, DocumentElement> places, Findings findings) {
        for (int i = 0; i < in.size(); i++) {
            StagingStep step = in.get(i);
            if (step instanceof SqlExtract extract) {
                extract.parameters().ifPresent(rows -> parameters(extract, rows, in, places.get(step), findings));
            }
            for (StagingStep earlier : in.subList(0, i)) {
                if (earlier.file().equals(step.file()) && earlier.orderGroup() == step.orderGroup()) {
                    findings.problem(
                            places.get(step),
                            "two steps of order group " + step.orderGroup() + " write the file " + step.file(),
                            "Put one of them into a later order group, or give it another file.");
                }
            }
        }
    }

    private static void parameters(
            SqlExtract extract,
            SqlExtract.ParameterRows rows,
            List<StagingStep> in,
            DocumentElement place,
            Findings findings) {
        boolean there = in.stream()
                .anyMatch(step -> step.file().equals(rows.file()) && step.orderGroup() < extract.orderGroup());
        if (!there) {
            findings.problem(
                    place,
                    "no step of an order group before " + extract.orderGroup() + " writes " + rows.file()
                            + ", which the parameters come from",
                    "Check the file's name in sw:ParameterRows and the order groups.");
        }
    }
}
