package dev.slipway.desk.plan;

import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.Origin;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file of the run folder that a step of stage-in reads.
 *
 * @param columns columns of the file that the step takes by their names
 * @param byNumber whether the step's n-th parameter takes the n-th column
 */
record StepInput(RunPath file, List<String> columns, boolean byNumber) {

    /** Returns the input of the step; empty if the step needs no input. */
    static Optional<StepInput> of(StagingStep step) {
        if (step instanceof SqlExtract extract) {
            return extract.parameters()
                    .map(rows -> new StepInput(
                            rows.file(), rows.columns(), rows.columns().isEmpty()));
        } else if (step instanceof ServiceQuery query) {
            Stream<String> answered = query.answer().columns().stream()
                    .filter(column -> column.from() == Origin.PARAMETERS)
                    .map(ServiceQuery.Column::at);
            return query.parameters()
                    .map(rows -> new StepInput(
                            rows.file(),
                            Stream.concat(rows.columns().stream(), answered)
                                    .distinct()
                                    .toList(),
                            rows.columns().isEmpty()));
        } else if (step instanceof SheetExtract sheet) {
            return Optional.of(new StepInput(sheet.workbook(), List.of(), false));
        }
        return Optional.empty();
    }
}
