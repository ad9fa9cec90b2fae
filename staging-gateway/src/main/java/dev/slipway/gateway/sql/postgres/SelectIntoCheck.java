package dev.slipway.gateway.sql.postgres;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.postgresql.core.BaseConnection;

/**
 * Refuses SELECT INTO where a WITH before the statement hides its kind. The server accepts one of two clauses behind
 * INSERT, UPDATE, DELETE and MERGE, and accepts neither behind a SELECT. The server only parses the text, because the
 * query of a COPY is not analysed until the COPY runs. So nothing is planned, no parameter needs a value, and no rule
 * or privilege of a table matters. A server before version 17 accepts no RETURNING behind MERGE.
 */
final class SelectIntoCheck {
    /** The first clause belongs to INSERT, UPDATE and DELETE, the second to MERGE. */
    private static final List<String> CLAUSES = List.of("\nRETURNING 1", "\nWHEN NOT MATCHED THEN DO NOTHING");

    private static final String SYNTAX_ERROR = "42601";

    private SelectIntoCheck() {}

    /**
     * Refuses a statement that is a SELECT INTO.
     *
     * @param sql one statement that returns no columns, as described by the server; its parentheses are closed, so
     *     nothing in the text can end the outer statement
     */
    static void require(BaseConnection connection, String sql, String source) {
        try {
            // The driver turns two question marks into one, but leaves two between quotes, which parse like one.
            String asSent = connection.nativeSQL(sql).replace("?", "??");
            for (String clause : CLAUSES) {
                if (parses(connection, "COPY (\n" + asSent + clause + "\n) TO STDOUT")) {
                    return;
                }
            }
        } catch (SQLException e) {
            throw PostgresProblems.describing(new SentStatement("", sql), source, e);
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
