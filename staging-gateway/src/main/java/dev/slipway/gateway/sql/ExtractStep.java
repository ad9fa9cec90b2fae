package dev.slipway.gateway.sql;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.StagedOutput;
import dev.slipway.gateway.files.StagedTarget;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.Moved;
import dev.slipway.gateway.step.StepKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.job.BoundStatement;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/**
 * Rows of a query into a CSV file: by COPY if the statement has no parameters, else by running it once per row of an earlier file. Both
 * ways give the same bytes. Memory does not grow with the result.
 */
public final class ExtractStep implements StepKind<SqlExtract> {
    private static final String EFFECT = "extract";

    private final Databases databases;
    private final StagedFiles files;
    private final int fetchRows;

    public ExtractStep(Databases databases, StagedFiles files, SqlLimits limits) {
        this.databases = databases;
        this.files = files;
        this.fetchRows = limits.fetchRows();
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        StagedTarget target =
                new StagedTarget(context.runFolder(), step.file(), step.creation(), step.compression(), true);
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get().of(boundBefore(step, context));
        }
        StatementDigest digest = new StatementDigest(step.statement());
        try (Session session = databases.read(step.source(), cancellation)) {
            BaseConnection connection = session.postgres();
            UserStatement query = UserStatement.query(connection, step.statement(), step.source());
            return write(step, context, target, out -> {
                        if (step.parameters().isPresent()) {
                            new RowByRow(step, query, step.parameters().get(), out, digest)
                                    .run(context, connection, cancellation);
                        } else {
                            copy(query, connection, out);
                        }
                    })
                    .of(digest.end());
        } catch (SQLException e) {
            cancellation.check();
            throw SqlProblems.running("the statement of " + step.name(), step.source(), e);
        }
    }

    /** What the try that made the file bound. */
    private static BoundStatement boundBefore(SqlExtract step, StepContext context) {
        StatementDigest digest = new StatementDigest(step.statement());
        if (step.parameters().isPresent()) {
            ParameterRows parameters = step.parameters().get();
            try (ParameterFile rows = ParameterFile.open(context.runFolder(), parameters.file())) {
                ParameterColumns columns = columns(rows, parameters, StatementDigest.parameters(step.statement()));
                for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                    digest.row(columns.values(row));
                }
            } catch (SQLException e) {
                throw SqlProblems.running("the statement of " + step.name(), step.source(), e);
            } catch (IOException e) {
                throw FileProblems.reading(parameters.file(), e);
            }
        }
        return digest.end();
    }

    private static ParameterColumns columns(ParameterFile rows, ParameterRows parameters, int count) {
        return rows.columns(
                parameters.columns().stream()
                        .map(ParameterColumns.Wanted::column)
                        .toList(),
                count);
    }

    /** Where rows go. */
    private record Sink(OutputStream data, Moved moved) {}

    /** Writes the rows of one extract. */
    @FunctionalInterface
    private interface Rows {
        void writeTo(Sink out) throws SQLException, IOException, InterruptedException;
    }

    private StepReport write(SqlExtract step, StepContext context, StagedTarget target, Rows rows)
            throws SQLException, InterruptedException {
        Landing landing = Landing.of(EFFECT, context);
        try (StagedOutput output = files.create(target, context)) {
            rows.writeTo(new Sink(output.data(), landing.moved()));
            return output.commit(landing);
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }

    private static void copy(UserStatement query, BaseConnection connection, Sink out)
            throws SQLException, IOException {
        if (query.parameters() > 0) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    "the statement has " + query.parameters() + " parameters, the step names no rows for them");
        }
        CopyOut copy = connection.getCopyAPI().copyOut(query.copy(connection));
        boolean header = true;
        try {
            // The protocol sends one message a row, the header being the first.
            for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
                out.data().write(row);
                out.moved().add(row.length, header ? 0 : 1);
                header = false;
            }
        } finally {
            // As long as it is not over, the connection waits for its end before it does anything else, also a
            // rollback.
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    /** The statement once per parameter row, in the file's order, all in one transaction and so of one state of the database. */
    private final class RowByRow {
        private final SqlExtract step;
        private final UserStatement query;
        private final ParameterRows parameters;
        private final Sink out;
        private final StatementDigest digest;
        private final CsvWriter csv;

        RowByRow(SqlExtract step, UserStatement query, ParameterRows parameters, Sink out, StatementDigest digest) {
            this.digest = digest;
            this.step = step;
            this.query = query;
            this.parameters = parameters;
            this.out = out;
            this.csv = new CsvWriter(out.data());
        }

        void run(StepContext context, BaseConnection connection, Cancellation cancellation)
                throws SQLException, IOException, InterruptedException {
            out.moved().add(csv.row(query.columns()), 0);
            try (ParameterFile rows = ParameterFile.open(context.runFolder(), parameters.file());
                    PreparedStatement statement = connection.prepareStatement(query.sql())) {
                statement.setFetchSize(fetchRows);
                ParameterColumns columns = columns(rows, parameters, query.parameters());
                for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                    cancellation.check();
                    runFor(row, columns, statement, cancellation);
                }
            }
        }

        private void runFor(
                CsvRow row, ParameterColumns columns, PreparedStatement statement, Cancellation cancellation)
                throws SQLException, IOException, InterruptedException {
            columns.bind(statement, row, ProblemCode.PARAMETER_INVALID);
            digest.row(columns.values(row));
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    out.moved().add(csv.row(texts(result)), 1);
                }
            } catch (SQLException e) {
                cancellation.check();
                throw problem(row, columns, e);
            }
        }

        private ProblemException problem(CsvRow row, ParameterColumns columns, SQLException e) {
            if (SqlProblems.rejectsValue(e)) {
                return columns.refused(ProblemCode.PARAMETER_INVALID, row, e);
            }
            return SqlProblems.running(
                    "the statement of " + step.name() + " for line " + row.line() + " of " + parameters.file(),
                    step.source(),
                    e);
        }

        private List<String> texts(ResultSet result) throws SQLException {
            List<String> texts = new ArrayList<>(query.columns().size());
            for (int i = 1; i <= query.columns().size(); i++) {
                texts.add(result.getString(i));
            }
            return texts;
        }
    }
}
