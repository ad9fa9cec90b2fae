package dev.slipway.gateway.sql.driver;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Access to the table in which the database records committed stores. Each store writes one row in the transaction of
 * its rows and before them. A second try therefore waits for a first try that still runs, and then finds its row.
 */
final class DriverMarkers {
    static final String TABLE = "slipway_marker";

    /**
     * The definition of the table in standard SQL; an operator may make the table likewise. The table holds the SHA-256
     * of a step's name, so that the database's rules for equal texts do not matter.
     */
    static final String DEFINITION =
            "CREATE TABLE " + TABLE + " (job VARCHAR(32) NOT NULL, step VARCHAR(64) NOT NULL, PRIMARY KEY (job, step))";

    private static final String INSERT = "INSERT INTO " + TABLE + " (job, step) VALUES (?, ?)";
    private static final String SELECT = "SELECT step FROM " + TABLE + " WHERE job = ? AND step = ?";

    private static final Pattern INTENT = Pattern.compile("a row of " + TABLE + " for (\\d+) rows");

    /** A token that no job has. */
    private static final String NOBODY = "-";

    private DriverMarkers() {}

    /**
     * Returns the intent for the ledger, written before the commit.
     *
     * @param rows that count as stored after the commit
     */
    static String intent(long rows) {
        return "a row of " + TABLE + " for " + rows + " rows";
    }

    /** Returns the rows given to {@link #intent}; intents of earlier versions hold none. */
    static OptionalLong rowsIn(String intent) {
        Matcher told = INTENT.matcher(intent);
        return told.matches() ? OptionalLong.of(Long.parseLong(told.group(1))) : OptionalLong.empty();
    }

    /** Makes the table if it is missing. Requires that the table keeps nothing of a transaction that is rolled back. */
    static void require(DriverSession session) throws SQLException {
        Connection connection = session.connection();
        if (!isThere(session)) {
            make(session);
        }
        claim(session, NOBODY, NOBODY);
        connection.rollback();
        boolean kept = stands(connection, NOBODY, NOBODY);
        connection.rollback();
        if (kept) {
            throw StepProblem.of(
                    ProblemCode.DATABASE_NOT_SET_UP,
                    "the table " + TABLE + " of source " + session.name() + " keeps rows that were rolled back",
                    "Without transactions no store is done exactly once. Make it anew in a storage engine that has"
                            + " them, such as"
                            + " InnoDB.");
        }
    }

    private static boolean isThere(DriverSession session) throws SQLException {
        try {
            stands(session.connection(), NOBODY, NOBODY);
            return true;
        } catch (SQLException e) {
            if (session.problems().isOutage(e)) {
                throw e;
            }
            return false;
        } finally {
            session.connection().rollback();
        }
    }

    private static void make(DriverSession session) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute(DEFINITION);
            session.connection().commit();
        } catch (SQLException e) {
            if (session.problems().isOutage(e)) {
                throw e;
            }
            session.connection().rollback();
            if (!isThere(session)) {
                throw StepProblem.of(
                        ProblemCode.DATABASE_NOT_SET_UP,
                        "source " + session.name() + " has no table " + TABLE
                                + " that its user can read and write, and lets it make none",
                        "Make it: " + DEFINITION + ". " + session.problems().words(e));
            }
        }
    }

    /**
     * Returns whether a committed try has written the row of this step. Otherwise writes the row in this transaction.
     */
    static boolean claim(DriverSession session, String job, String step) throws SQLException {
        try (PreparedStatement insert = session.connection().prepareStatement(INSERT)) {
            insert.setString(1, job);
            insert.setString(2, Sha256.hex(step));
            insert.executeUpdate();
            return false;
        } catch (SQLException e) {
            if (session.problems().isThereAlready(e)) {
                return true;
            }
            if (session.problems().isOutage(e)) {
                throw e;
            }
            // Not all drivers tell a duplicate key from other failures, but the row shows the duplicate.
            session.connection().rollback();
            if (stands(session.connection(), job, step)) {
                return true;
            }
            throw e;
        }
    }

    private static boolean stands(Connection connection, String job, String step) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setString(1, job);
            select.setString(2, Sha256.hex(step));
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }
}
