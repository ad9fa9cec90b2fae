package dev.slipway.web.wizard;

import dev.slipway.problem.Problem;
import java.util.List;

/**
 * What a try on the spot found.
 *
 * @param problems what the step would meet now
 * @param notes what else is to be known
 * @param size of what would be moved, in words; empty if nobody knows
 * @param basis where that comes from
 * @param columns of a statement's rows; empty for others
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

    /** One column of a statement's rows. @param type as the database names it */
    public record Column(String name, String type) {}

    static TryView of(Problem problem) {
        return new TryView(List.of(problem), List.of(), "", "", List.of(), List.of(), false);
    }
}
