package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.RowSink;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.sql.SQLException;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/** Gets the rows of an extract by COPY. */
final class CopyOutput {
    private CopyOutput() {}

    /**
     * Writes the output of a COPY.
     *
     * @param copy of CSV in UTF-8
     * @param header whether the first row is a header
     */
    static void write(BaseConnection connection, String copy, boolean header, RowSink out)
            throws SQLException, IOException {
        requireStandardStrings(connection);
        CopyOut rows = connection.getCopyAPI().copyOut(copy);
        boolean first = header;
        try {
            // The protocol sends one message per row.
            for (byte[] row = rows.readFromCopy(); row != null; row = rows.readFromCopy()) {
                RowSink.requireShort(row.length);
                out.data().write(row);
                out.moved().add(row.length, first ? 0 : 1);
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
