package dev.slipway.gateway.sql;

import java.sql.PreparedStatement;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The statement of a store.
 *
 * @param prepared stores one row
 * @param copy of a store that is a COPY
 * @param semantics the meaning of the count of changed rows
 * @param oneByOne whether rows must be sent one by one, because the driver reports no count per row of a batch
 */
record RowStatement(
        PreparedStatement prepared, Optional<CopyTarget> copy, RowCountSemantics semantics, boolean oneByOne) {
    private static final Pattern SELECTS = Pattern.compile("(?i)\\bSELECT\\b");

    static RowStatement of(PreparedStatement prepared, UserStatement statement) {
        RowCountSemantics semantics =
                RowCountSemantics.of(statement.sql(), !statement.columns().isEmpty());
        return new RowStatement(prepared, statement.target(), semantics, false);
    }

    /**
     * Returns the statement of a store by driver. MariaDB's driver reports no counts for an INSERT that it sends as a
     * batch. Only statements that can leave rows unchanged need these counts.
     */
    static RowStatement of(PreparedStatement prepared, DriverStatement statement) {
        RowCountSemantics semantics =
                RowCountSemantics.of(statement.sql(), !statement.columns().isEmpty());
        boolean oneByOne = semantics == RowCountSemantics.SOME
                || semantics == RowCountSemantics.EACH
                        && SELECTS.matcher(statement.sql()).find();
        return new RowStatement(prepared, Optional.empty(), semantics, oneByOne);
    }
}
