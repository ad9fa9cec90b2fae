package dev.slipway.gateway.sql;

import java.sql.PreparedStatement;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The statement of a store.
 *
 * @param prepared stores one row
 * @param copy of a store that is a COPY
 * @param taking what it lets the database tell of each row
 * @param oneByOne whether the driver would not tell of each row when many are sent at once
 */
record RowStatement(PreparedStatement prepared, Optional<CopyTarget> copy, Taking taking, boolean oneByOne) {
    private static final Pattern SELECTS = Pattern.compile("(?i)\\bSELECT\\b");

    static RowStatement of(PreparedStatement prepared, UserStatement statement) {
        Taking taking = Taking.of(statement.sql(), !statement.columns().isEmpty());
        return new RowStatement(prepared, statement.target(), taking, false);
    }

    /** MariaDB's driver tells nothing of the rows of an INSERT that it sends together; only those that can change none need it. */
    static RowStatement of(PreparedStatement prepared, DriverStatement statement) {
        Taking taking = Taking.of(statement.sql(), !statement.columns().isEmpty());
        boolean oneByOne = taking == Taking.SOME
                || taking == Taking.EACH && SELECTS.matcher(statement.sql()).find();
        return new RowStatement(prepared, Optional.empty(), taking, oneByOne);
    }
}
