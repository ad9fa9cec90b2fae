package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.postgresql.core.BaseConnection;

/**
 * Lets the server judge whether a statement may be a store. PREPARE takes SELECT, INSERT, UPDATE, DELETE and MERGE,
 * with or without WITH. PREPARE refuses everything else, such as ALTER ROLE, DO, NOTIFY, SET, GRANT and COPY. PREPARE
 * also takes SELECT INTO, which makes a table; {@link SelectIntoCheck} refuses that form. Nothing of the statement
 * runs.
 */
final class PrepareCheck {
    private static final String NAME = "slipway_kind";

    /**
     * Syntax error, and invalid definition of a prepared statement: the server's answers to other kinds of statement.
     */
    private static final Set<String> ANOTHER_KIND = Set.of("42601", "42P14");

    private PrepareCheck() {}

    /**
     * Refuses a statement that PREPARE does not take.
     *
     * @param sql one statement that the server has described before, so that nothing in the text can end the outer
     *     statement and begin another
     */
    static void require(BaseConnection connection, String sql, String source) {
        String before = "PREPARE " + NAME + " AS\n";
        try (Statement statement = connection.createStatement()) {
            statement.execute(before + connection.nativeSQL(sql));
            statement.execute("DEALLOCATE " + NAME);
        } catch (SQLException e) {
            if (ANOTHER_KIND.contains(String.valueOf(e.getSQLState()))) {
                throw refused(source);
            }
            throw PostgresProblems.describing(new SentStatement(before, sql), source, e);
        }
    }

    static ProblemException refused(String source) {
        return StepProblem.of(
                ProblemCode.STATEMENT_REFUSED,
                "the server of source " + source + " does not take the statement as one that stores rows",
                "A store is one INSERT, UPDATE, DELETE, MERGE or CALL, or " + CopyTarget.FORM + ".");
    }
}
