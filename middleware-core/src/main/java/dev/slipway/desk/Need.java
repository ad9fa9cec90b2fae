package dev.slipway.desk;

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
 * @param columns that it takes from there by their names
 * @param byNumber whether its n-th parameter takes the n-th column
 */
record Need(RunPath file, List<String> columns, boolean byNumber) {

    /** Empty for a step that needs none. */
    static Optional<Need> of(StagingStep step) {
        if (step instanceof SqlExtract extract) {
            return extract.parameters()
                    .map(rows ->
                            new Need(rows.file(), rows.columns(), rows.columns().isEmpty()));
        } else if (step instanceof ServiceQuery query) {
            Stream<String> answered = query.answer().columns().stream()
                    .filter(column -> column.from() == Origin.PARAMETERS)
                    .map(ServiceQuery.Column::at);
            return query.parameters()
                    .map(rows -> new Need(
                            rows.file(),
                            Stream.concat(rows.columns().stream(), answered)
                                    .distinct()
                                    .toList(),
                            rows.columns().isEmpty()));
        } else if (step instanceof SheetExtract sheet) {
            return Optional.of(new Need(sheet.workbook(), List.of(), false));
        }
        return Optional.empty();
    }
}
