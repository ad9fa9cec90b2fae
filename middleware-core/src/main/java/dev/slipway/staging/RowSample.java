package dev.slipway.staging;

import java.util.List;
import java.util.Optional;

/**
 * The first rows of a statement's present result, for people to look at.
 *
 * @param columns the columns in the statement's order; two may have the same name
 * @param rows the values as texts, long ones cut; empty for NULL
 * @param more whether the statement returns more rows than these
 * @param notes further findings, one line each: why there are no rows, which values were cut
 */
public record RowSample(List<Column> columns, List<List<Optional<String>>> rows, boolean more, List<String> notes) {
    /** The sample of a place that shows no rows. */
    public static final RowSample NOTHING = of(List.of(), List.of());

    /**
     * One column.
     *
     * @param type the type as the database names it
     */
    public record Column(String name, String type) {}

    public RowSample {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
    }

    /** Makes a sample without rows. */
    public static RowSample of(List<Column> columns, List<String> notes) {
        return new RowSample(columns, List.of(), false, notes);
    }
}
