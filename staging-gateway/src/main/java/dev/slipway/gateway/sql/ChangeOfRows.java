package dev.slipway.gateway.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.postgresql.core.BaseConnection;

/**
 * Has the server tell INSERT, UPDATE, DELETE and MERGE from SELECT INTO, where a WITH stands before them and hides the
 * word. The server takes clauses behind the first four that it takes behind no SELECT. It only parses the text, as that
 * of a COPY, whose query it does not look at until the COPY runs. So nothing is planned, no parameter needs a value, and
 * no rule or privilege of a table matters. A server before version 17 takes no RETURNING behind MERGE.
 */
final class ChangeOfRows {
    /** The first of them belongs to INSERT, UPDATE and DELETE, the second to MERGE. */
    private static final List<String> CLAUSES = List.of("\nRETURNING 1", "\nWHEN NOT MATCHED THEN DO NOTHING");

    private static final String SYNTAX_ERROR = "42601";

    private ChangeOfRows() {}

    /**
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
        throw Preparation.refused(source);
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
