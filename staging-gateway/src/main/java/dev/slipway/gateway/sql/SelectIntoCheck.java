package dev.slipway.gateway.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.postgresql.core.BaseConnection;

/**
 * Refuses SELECT INTO where a WITH stands before the statement and hides its kind. The server takes one of two clauses
 * behind INSERT, UPDATE, DELETE and MERGE, and takes neither behind a SELECT. The server only parses the text: it
 * stands in a COPY, whose query is not looked at until the COPY runs. So nothing is planned, no parameter needs a
 * value, and no rule or privilege of a table matters. A server before version 17 takes no RETURNING behind MERGE.
 */
final class SelectIntoCheck {
    /** The first of them belongs to INSERT, UPDATE and DELETE, the second to MERGE. */
    private static final List<String> CLAUSES = List.of("\nRETURNING 1", "\nWHEN NOT MATCHED THEN DO NOTHING");

    private static final String SYNTAX_ERROR = "42601";

    private SelectIntoCheck() {}

    /**
     * Refuses a statement that is a SELECT INTO.
     *
     * @param sql one statement that returns no columns, as the server has described it: so its parentheses are closed,
     * and nothing in it can end ours
     */
    static void require(BaseConnection connection, String sql, String source) {
        try {
            // The driver makes one question mark of two; between quotes it leaves two, which parse like one.
            String asSent = connection.nativeSQL(sql).replace("?", "??");
            for (String clause : CLAUSES) {
                if (parses(connection, "COPY (\n" + asSent + clause + "\n) TO STDOUT")) {
                    return;
                }
            }
        } catch (SQLException e) {
            throw SqlProblems.describing(new SentStatement("", sql), source, e);
        }
        throw PrepareCheck.refused(source);
    }

    private static boolean parses(BaseConnection connection, String text) throws SQLException {
        Savepoint before = connection.getAutoCommit() ? null : connection.setSavepoint();
        boolean parses = isTaken(connection, text);
        if (before != null) {
            connection.rollback(before);
            connection.releaseSavepoint(before);
        }
        return parses;
    }

    private static boolean isTaken(BaseConnection connection, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            statement.getMetaData();
            return true;
        } catch (SQLException e) {
            if (SYNTAX_ERROR.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }
}
