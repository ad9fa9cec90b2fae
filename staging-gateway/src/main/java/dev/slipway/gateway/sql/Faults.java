package dev.slipway.gateway.sql;

import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Tells what the failures of one kind of database mean to whoever stores rows. */
interface Faults {

    /** Whether the server refused this one row, not the statement. */
    boolean rejectsRow(SQLException e);

    /** Number of the bound value that could not be taken, 1 for the first, where that is known. */
    Optional<Integer> parameter(SQLException e);

    /** What of the words of the failure the job's owner gets to read. */
    String words(SQLException e);

    /** Whether the rollback that {@code connection} did last left rows in tables without transactions, as far as the server tells. */
    default boolean leftRows(Connection connection) throws SQLException {
        return false;
    }

    /** The problem, while storing {@code what}. */
    ProblemException storing(String what, String source, SQLException e);
}
