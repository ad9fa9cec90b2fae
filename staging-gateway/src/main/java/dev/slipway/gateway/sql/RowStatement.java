package dev.slipway.gateway.sql;

import java.sql.PreparedStatement;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The statement of a store.
 *
 * @param prepared stores one row
 * @param copy of a store that is a COPY
 * @param semantics what the count of changed rows means
 * @param oneByOne whether the driver would not tell of each row when many are sent at once
 */
record RowStatement(
        PreparedStatement prepared, Optional<CopyTarget> copy, RowCountSemantics semantics, boolean oneByOne) {
    private static final Pattern SELECTS = Pattern.compile("(?i)\\bSELECT\\b");

    static RowStatement of(PreparedStatement prepared, UserStatement statement) {
        RowCountSemantics semantics =
                RowCountSemantics.of(statement.sql(), !statement.columns().isEmpty());
        return new RowStatement(prepared, statement.target(), semantics, false);
    }

    /** MariaDB's driver tells nothing of the rows of an INSERT that it sends together; only those that can change none need it. */
    static RowStatement of(PreparedStatement prepared, DriverStatement statement) {
        RowCountSemantics semantics =
                RowCountSemantics.of(statement.sql(), !statement.columns().isEmpty());
        boolean oneByOne = semantics == RowCountSemantics.SOME
                || semantics == RowCountSemantics.EACH
                        && SELECTS.matcher(statement.sql()).find();
        return new RowStatement(prepared, Optional.empty(), semantics, oneByOne);
    }
}
