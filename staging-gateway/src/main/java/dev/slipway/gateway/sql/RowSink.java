package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/** The CSV file of an extract's rows. */
record RowSink(OutputStream data, MovedBytes moved) {
    /** The longest row in bytes of CSV, because a whole row is held in memory. */
    private static final int LONGEST_ROW = 100_000_000;

    /** Counts one written row. */
    void wrote(long bytes) {
        requireShort(bytes);
        moved.add(bytes, 1);
    }

    private static void requireShort(long bytes) {
        if (bytes > LONGEST_ROW) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "a row of the answer has " + ByteCount.words(bytes) + ", and " + ByteCount.words(LONGEST_ROW)
                            + " are the most",
                    "Have the statement leave out the long column, or give it in parts.");
        }
    }

    /**
     * Writes the output of a COPY.
     *
     * @param copy of CSV in UTF-8
     * @param header whether the first row is a header
     */
    void copy(BaseConnection connection, String copy, boolean header) throws SQLException, IOException {
        requireStandardStrings(connection);
        CopyOut rows = connection.getCopyAPI().copyOut(copy);
        boolean first = header;
        try {
            // The protocol sends one message per row.
            for (byte[] row = rows.readFromCopy(); row != null; row = rows.readFromCopy()) {
                requireShort(row.length);
                data.write(row);
                moved.add(row.length, first ? 0 : 1);
                first = false;
            }
        } finally {
            // While the COPY is active, the connection waits for its end before any other command, even before a
            // rollback.
            if (rows.isActive()) {
                rows.cancelCopy();
            }
        }
    }

    /**
     * Refuses to go on if an earlier run of the statement has changed how the server reads strings. The server has
     * accepted the text as one query by the standard rules. By other rules the query could end elsewhere, and a COPY
     * uses the simple protocol, which takes several statements at once.
     */
    private static void requireStandardStrings(BaseConnection connection) {
        if (!connection.getStandardConformingStrings()) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "the statement has changed the setting standard_conforming_strings of its session",
                    "Leave that setting as it is: the statement is read by it.");
        }
    }
}
