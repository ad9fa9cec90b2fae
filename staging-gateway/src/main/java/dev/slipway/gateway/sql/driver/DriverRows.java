package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.sql.BoundColumns;
import dev.slipway.gateway.sql.ExtractRows;
import dev.slipway.gateway.sql.FetchPace;
import dev.slipway.gateway.sql.RowSink;
import dev.slipway.gateway.sql.StatementDigest;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SqlExtract;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Gets the rows of an extract from a {@link DriverDatabase}: once, or for each row of parameters in the file's order.
 */
final class DriverRows implements ExtractRows {
    private final SqlExtract step;
    private final DriverStatement query;
    private final Path runFolder;
    private final DriverSession session;
    private final FetchPace pace;
    private int fetchSize;
    private List<String> header;

    DriverRows(SqlExtract step, DriverStatement query, Path runFolder, DriverSession session, int fetchRows) {
        this.step = step;
        this.query = query;
        this.runFolder = runFolder;
        this.session = session;
        this.pace = new FetchPace(fetchRows);
    }

    @Override
    public void writeTo(RowSink out, StatementDigest digest) throws SQLException, IOException, InterruptedException {
        CsvWriter csv = new CsvWriter(out.data());
        if (!query.columns().isEmpty()) {
            head(query.columns(), csv, out);
        }
        try (PreparedStatement statement = session.statement(query.sql())) {
            if (step.parameters().isEmpty()) {
                run(statement, csv, out);
            } else {
                runForEach(statement, step.parameters().get(), csv, out, digest);
            }
        }
        if (header == null) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "the columns of the statement of " + step.name() + " are not known, for it was never run",
                    "The driver of source " + step.source()
                            + " tells them only with an answer, and there are no parameters.");
        }
    }

    private void runForEach(
            PreparedStatement statement,
            SqlExtract.ParameterRows given,
            CsvWriter csv,
            RowSink out,
            StatementDigest digest)
            throws SQLException, IOException, InterruptedException {
        try (ParameterFile rows = ParameterFile.open(runFolder, given.file())) {
            BoundColumns columns =
                    new BoundColumns(rows.columns(given, query.types().size()), session.binder(query.types()));
            for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                session.cancellation().check();
                digest.row(columns.columns().values(row));
                try {
                    columns.bind(statement, row, ProblemCode.PARAMETER_INVALID);
                    run(statement, csv, out);
                } catch (SQLException e) {
                    session.cancellation().check();
                    throw session.problems().rejectsValue(e)
                            ? columns.refused(ProblemCode.PARAMETER_INVALID, row, e, session.problems())
                            : session.problems()
                                    .running(
                                            "the statement of " + step.name() + " for line " + row.line() + " of "
                                                    + given.file(),
                                            e);
                }
            }
        }
    }

    private void run(PreparedStatement statement, CsvWriter csv, RowSink out)
            throws SQLException, IOException, InterruptedException {
        fetchSize = session.fetchSize(pace);
        statement.setFetchSize(fetchSize);
        if (!statement.execute()) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED, "the statement for source " + step.source() + " returns no rows");
        }
        try (ResultSet result = statement.getResultSet()) {
            write(statement, result, csv, out);
        }
    }

    /**
     * Requires that no further result follows. A procedure can return several results, with counts of changed rows
     * between them.
     */
    private void requireLast(PreparedStatement statement) throws SQLException, InterruptedException {
        boolean another = statement.getMoreResults();
        while (!another && statement.getUpdateCount() >= 0) {
            session.cancellation().check();
            another = statement.getMoreResults();
        }
        if (another) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "the statement for source " + step.source() + " gives a second result",
                    "A step takes one: write a step for each result, whose statement gives that one alone.");
        }
    }

    /**
     * Writes the rows. After a failure the connection is cut first, because some drivers read a result to its end on
     * close.
     */
    private void write(PreparedStatement statement, ResultSet result, CsvWriter csv, RowSink out)
            throws SQLException, IOException, InterruptedException {
        boolean whole = false;
        try {
            DriverValues values = new DriverValues(step.source(), session.make(), result.getMetaData());
            head(values.labels(), csv, out);
            while (result.next()) {
                session.cancellation().check();
                long bytes = values.write(result, csv);
                out.wrote(bytes);
                pace.saw(bytes);
                if (session.fetchSize(pace) != fetchSize) {
                    fetchSize = session.fetchSize(pace);
                    DriverSession.granted(() -> result.setFetchSize(fetchSize));
                }
            }
            requireLast(statement);
            whole = true;
        } finally {
            if (!whole) {
                session.abandon();
            }
        }
    }

    private void head(List<String> labels, CsvWriter csv, RowSink out) throws IOException {
        if (header == null) {
            header = labels;
            out.moved().add(csv.row(labels), 0);
        } else if (!header.equals(labels)) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "the answers of source " + step.source() + " to one statement have different columns",
                    String.join(", ", header) + "; then " + String.join(", ", labels));
        }
    }
}
