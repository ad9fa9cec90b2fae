package dev.slipway.web.wizard;

import dev.slipway.problem.Problem;
import java.util.List;

/**
 * Holds the findings of a try on the spot.
 *
 * @param problems that the step would meet now
 * @param notes further facts that the author should know
 * @param size of the data that would be moved, in words; empty if unknown
 * @param basis where the size comes from
 * @param columns of a statement's rows; empty for other steps
 * @param rows the first ones; a NULL is null
 * @param more whether there are more rows
 */
public record TryView(
        List<Problem> problems,
        List<String> notes,
        String size,
        String basis,
        List<Column> columns,
        List<List<String>> rows,
        boolean more) {

    /**
     * Describes one column of a statement's rows.
     *
     * @param type as the database names it
     */
    public record Column(String name, String type) {}

    static TryView of(Problem problem) {
        return new TryView(List.of(problem), List.of(), "", "", List.of(), List.of(), false);
    }
}
