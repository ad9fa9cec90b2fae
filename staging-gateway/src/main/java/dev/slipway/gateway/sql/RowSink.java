package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Moved;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/** Where the rows of an extract go, as CSV. */
record RowSink(OutputStream data, Moved moved) {
    /** In bytes of CSV: a row is in memory as a whole. */
    private static final int LONGEST_ROW = 100_000_000;

    /** Counts one row that was written. */
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
     * Writes what a COPY gives.
     *
     * @param copy of CSV in UTF-8
     * @param header whether its first row is one
     */
    void copy(BaseConnection connection, String copy, boolean header) throws SQLException, IOException {
        CopyOut rows = connection.getCopyAPI().copyOut(copy);
        boolean first = header;
        try {
            // The protocol sends one message a row.
            for (byte[] row = rows.readFromCopy(); row != null; row = rows.readFromCopy()) {
                requireShort(row.length);
                data.write(row);
                moved.add(row.length, first ? 0 : 1);
                first = false;
            }
        } finally {
            // As long as it is not over, the connection waits for its end before it does anything else, also a
            // rollback.
            if (rows.isActive()) {
                rows.cancelCopy();
            }
        }
    }
}
