package dev.slipway.gateway.sql;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rows to the server together. If the server refuses a row, or a row changes nothing that must, the batch is
 * repeated row by row to find the row. The repetition goes back to a savepoint. For a database without savepoints, rows
 * are sent one by one from the start.
 */
public final class StoreBatch {
    private static final Logger LOG = LoggerFactory.getLogger(StoreBatch.class);

    /** Sends rows to the server, all or none. */
    @FunctionalInterface
    public interface Sending {
        /** Returns how many of the rows count as stored. */
        long send(List<CsvRow> rows) throws SQLException, IOException;
    }

    private final Connection connection;
    private final PreparedStatement statement;
    private final BoundColumns columns;
    private final SqlStore step;
    private final Cancellation cancellation;
    private final StoreFailures failures;
    private final Sending sending;
    private final RowCountSemantics semantics;
    private final boolean savepoints;
    private final List<CsvRow> rows = new ArrayList<>();
    private long characters;
    private long stored;
    /** The row sent last, if rows are sent one by one. */
    private CsvRow sent;

    public StoreBatch(
            RowStatement way, BoundColumns columns, SqlStore step, Cancellation cancellation, StoreFailures failures)
            throws SQLException {
        this.connection = way.prepared().getConnection();
        this.statement = way.prepared();
        this.semantics = way.semantics();
        this.columns = columns;
        this.step = step;
        this.cancellation = cancellation;
        this.failures = failures;
        this.savepoints = connection.getMetaData().supportsSavepoints();
        if (way.bulk().isPresent()) {
            this.sending = way.bulk().get().over(connection, columns);
        } else {
            this.sending = way.oneByOne() || !savepoints ? this::executeEach : this::execute;
        }
    }

    /** @param length of the row in characters */
    void add(CsvRow row, long length) {
        columns.columns().require(row, ProblemCode.ROW_REJECTED);
        rows.add(row);
        characters += length;
    }

    long characters() {
        return characters;
    }

    int size() {
        return rows.size();
    }

    /** Returns how many rows count as stored, by the server's answers. */
    long stored() {
        return stored;
    }

    void run() throws SQLException, IOException, InterruptedException {
        if (rows.isEmpty()) {
            return;
        }
        cancellation.check();
        Optional<Savepoint> before = savepoints ? Optional.of(connection.setSavepoint()) : Optional.empty();
        try {
            long taken = sending.send(rows);
            if (semantics == RowCountSemantics.EACH && taken < rows.size()) {
                throw unchanged(before, taken);
            }
            stored += taken;
            if (before.isPresent()) {
                release(before.get());
            }
        } catch (SQLException e) {
            cancellation.check();
            throw refused(before, e);
        }
        rows.clear();
        characters = 0;
    }

    private void release(Savepoint savepoint) throws SQLException {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLFeatureNotSupportedException e) {
            LOG.trace("savepoints of source {} end with their transaction", step.source());
        }
    }

    private long execute(List<CsvRow> batch) throws SQLException {
        for (CsvRow row : batch) {
            columns.bind(statement, row, ProblemCode.ROW_REJECTED);
            statement.addBatch();
        }
        return IntStream.of(statement.executeBatch()).filter(semantics::counts).count();
    }

    private long executeEach(List<CsvRow> batch) throws SQLException {
        long taken = 0;
        for (CsvRow row : batch) {
            sent = row;
            columns.bind(statement, row, ProblemCode.ROW_REJECTED);
            taken += semantics.counts(statement.executeUpdate()) ? 1 : 0;
        }
        return taken;
    }

    private ProblemException refused(Optional<Savepoint> before, SQLException whole)
            throws SQLException, InterruptedException {
        if (!failures.rejectsRow(whole)) {
            return storing(whole);
        }
        if (before.isEmpty() && sent != null) {
            return columns.refused(ProblemCode.ROW_REJECTED, sent, whole, failures);
        }
        return find(before)
                .orElseGet(() -> StepProblem.of(
                        ProblemCode.ROW_REJECTED, "a row in " + lines() + " is refused", failures.words(whole)));
    }

    private ProblemException unchanged(Optional<Savepoint> before, long taken)
            throws SQLException, InterruptedException {
        return find(before)
                .orElseGet(() -> StepProblem.of(
                        ProblemCode.ROW_NOT_STORED,
                        "of the " + rows.size() + " rows in " + lines() + " source " + step.source() + " took "
                                + taken));
    }

    private ProblemException storing(SQLException e) {
        return failures.storing("the statement of " + step.name(), step.source(), e);
    }

    private String lines() {
        return "lines " + rows.get(0).line() + " to "
                + rows.get(rows.size() - 1).line() + " of " + step.file();
    }

    /**
     * Finds the first rows that the server refuses; empty if the server accepts each row alone, or if the rows cannot
     * be tried again.
     */
    private Optional<ProblemException> find(Optional<Savepoint> before) throws SQLException, InterruptedException {
        if (before.isEmpty()) {
            return Optional.empty();
        }
        connection.rollback(before.get());
        statement.clearBatch();
        if (failures.leftRows(connection)) {
            // Rows that the first pass left behind would make good lines look bad.
            return Optional.empty();
        }
        RowFindings findings = new RowFindings(step, columns, failures);
        long last = 0;
        for (CsvRow row : rows) {
            if (findings.isFull()) {
                break;
            }
            cancellation.check();
            last = row.line();
            alone(row, findings);
        }
        return findings.isEmpty() ? Optional.empty() : Optional.of(findings.problem(last));
    }

    private void alone(CsvRow row, RowFindings findings) throws SQLException, InterruptedException {
        Savepoint before = connection.setSavepoint();
        try {
            columns.bind(statement, row, ProblemCode.ROW_REJECTED);
            statement.execute();
            if (semantics == RowCountSemantics.EACH && !semantics.counts(statement.getUpdateCount())) {
                findings.unchanged(row);
            }
            release(before);
        } catch (SQLException e) {
            cancellation.check();
            if (!failures.rejectsRow(e)) {
                throw storing(e);
            }
            connection.rollback(before);
            findings.refused(row, e);
        }
    }
}
