package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import java.nio.file.Path;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;

/**
 * An extract that runs for the rows of an earlier file, and its transaction.
 *
 * @param again begins the transaction anew, on the same state of the database
 */
record BoundExtract(
        SqlExtract step,
        UserStatement query,
        Path runFolder,
        BaseConnection connection,
        Again again,
        Cancellation cancellation) {

    /** Begins a transaction anew. */
    interface Again {
        void begin() throws SQLException;
    }

    /** Opens the file of the rows and finds the column for each {@code ?}. */
    ParameterFile open() {
        return ParameterFile.open(runFolder, parameters().file());
    }

    ParameterColumns columns(ParameterFile rows) {
        return rows.columns(parameters(), query.parameters());
    }

    private SqlExtract.ParameterRows parameters() {
        return step.parameters().orElseThrow();
    }

    /** Returns the problem of a statement that failed for one line of the file. */
    ProblemException problem(long line, SQLException e) {
        return PostgresProblems.running(
                "the statement of " + step.name() + " for line " + line + " of "
                        + parameters().file(),
                step.source(),
                e);
    }
}
