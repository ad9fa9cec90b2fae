package dev.slipway.gateway.sql.postgres;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.sql.ExtractRows;
import dev.slipway.gateway.sql.Extraction;
import dev.slipway.gateway.sql.FetchPace;
import dev.slipway.gateway.sql.RowSink;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.job.BoundStatement;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.postgresql.core.BaseConnection;

/**
 * Writes the rows of a query into a CSV file. A statement without parameters runs by COPY. A statement with parameters
 * runs for the rows of an earlier file: in one pass if the server accepts that form, otherwise row by row. All ways
 * give the same bytes. Memory does not grow with the result.
 */
final class ExtractStep implements Effect {
    private static final String EFFECT = "extract";

    private final StagedFiles files;
    private final int fetchRows;

    ExtractStep(StagedFiles files, SqlLimits limits) {
        this.files = files;
        this.fetchRows = limits.fetchRows();
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    StepReport move(SqlExtract step, StepContext context, Sessions sessions, Cancellation cancellation)
            throws InterruptedException {
        Extraction extraction = new Extraction(EFFECT, step, context, files, cancellation);
        Optional<Snapshot> snapshot = sessions.snapshot(step, context, cancellation);
        Optional<StepReport> finished = extraction.finished();
        if (finished.isPresent()) {
            return finished.get().of(boundBefore(extraction));
        }
        try (Session session = sessions.read(step, context.owner(), snapshot, cancellation)) {
            BaseConnection connection = session.postgres();
            UserStatement query = UserStatement.query(connection, step.statement(), step.source());
            return step.parameters().isPresent()
                    ? bound(
                            extraction,
                            new BoundExtract(
                                    step, query, context.runFolder(), connection, session::beginAgain, cancellation))
                    : extraction.write(unbound(query, connection));
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.running("the statement of " + step.name(), step.source(), e);
        }
    }

    private static BoundStatement boundBefore(Extraction extraction) {
        SqlExtract step = extraction.step();
        try {
            return extraction.boundBefore(UserStatement.parametersOf(step.statement()));
        } catch (SQLException e) {
            throw PostgresProblems.running("the statement of " + step.name(), step.source(), e);
        }
    }

    /**
     * Runs in one transaction and so on one state of the database. A refused pass is repeated row by row. The
     * repetition succeeds if only the pass was too much, and otherwise tells which row fails.
     */
    private StepReport bound(Extraction writing, BoundExtract extract) throws SQLException, InterruptedException {
        Optional<OnePass> onePass = OnePass.of(extract);
        if (onePass.isPresent()) {
            try {
                return writing.write(onePass.get());
            } catch (SQLException e) {
                extract.cancellation().check();
                OnePass.requireServer(e);
                extract.again().begin();
            }
        }
        return writing.write(new RowByRow(extract, fetchRows));
    }

    private ExtractRows unbound(UserStatement query, BaseConnection connection) {
        if (query.parameters() > 0) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    "the statement has " + query.parameters() + " parameters, the step names no rows for them");
        }
        return query.isCall()
                ? (out, digest) -> call(query, connection, out)
                : (out, digest) -> CopyOutput.write(connection, query.copy(connection), true, out);
    }

    private void call(UserStatement query, BaseConnection connection, RowSink out) throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
            CsvWriter csv = new CsvWriter(out.data());
            out.moved().add(csv.row(query.columns()), 0);
            RowByRow.write(statement, new FetchPace(fetchRows), csv, out);
        }
    }
}
