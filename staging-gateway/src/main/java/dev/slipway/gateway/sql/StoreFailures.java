package dev.slipway.gateway.sql;

import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Interprets the failures of one kind of database for a step that stores rows. */
public interface StoreFailures {

    /** Returns whether the server refused one row and not the statement. */
    boolean rejectsRow(SQLException e);

    /** Returns the number of the bound value that the server refused, 1 for the first; empty if that is not known. */
    Optional<Integer> parameter(SQLException e);

    /** Returns those words of the failure that the job's owner gets to read. */
    String words(SQLException e);

    /**
     * Returns whether the last rollback of {@code connection} left rows in tables without transactions, as far as the
     * server tells.
     */
    default boolean leftRows(Connection connection) throws SQLException {
        return false;
    }

    /** Returns the problem of a failure while storing {@code what}. */
    ProblemException storing(String what, String source, SQLException e);
}
