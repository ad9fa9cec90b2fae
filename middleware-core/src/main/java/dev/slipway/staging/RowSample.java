package dev.slipway.staging;

import java.util.List;
import java.util.Optional;

/**
 * The first rows that a statement gives now, for people to look at.
 *
 * @param columns in the statement's order; two may have one name
 * @param rows their values as texts, each cut where it is long; empty for NULL
 * @param more whether the statement gives more rows than these
 * @param notes what else is to be known, one line each: why there are no rows, what was cut
 */
public record RowSample(List<Column> columns, List<List<Optional<String>>> rows, boolean more, List<String> notes) {
    /** Of a place that shows nothing. */
    public static final RowSample NOTHING = of(List.of(), List.of());

    /**
     * One column.
     *
     * @param type as the database names it
     */
    public record Column(String name, String type) {}

    public RowSample {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
    }

    /** Without rows. */
    public static RowSample of(List<Column> columns, List<String> notes) {
        return new RowSample(columns, List.of(), false, notes);
    }
}
