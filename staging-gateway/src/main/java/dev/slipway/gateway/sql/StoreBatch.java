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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows on their way to the server together. If one is refused, the batch is done again row by row to find out which. */
final class StoreBatch {
    private static final Logger LOG = LoggerFactory.getLogger(StoreBatch.class);

    /** Sends rows to the server, all of them or none. */
    @FunctionalInterface
    interface Sending {
        /** How many the server has confirmed. */
        long send(List<CsvRow> rows) throws SQLException, IOException;
    }

    private final Connection connection;
    private final PreparedStatement statement;
    private final BoundColumns columns;
    private final SqlStore step;
    private final Cancellation cancellation;
    private final Faults faults;
    private final Sending sending;
    private final List<CsvRow> rows = new ArrayList<>();
    private long characters;
    private long stored;

    /**
     * @param statement stores one row
     * @param copy of a store that is a COPY
     */
    StoreBatch(
            PreparedStatement statement,
            Optional<CopyTarget> copy,
            BoundColumns columns,
            SqlStore step,
            Cancellation cancellation,
            Faults faults)
            throws SQLException {
        this.connection = statement.getConnection();
        this.statement = statement;
        this.columns = columns;
        this.step = step;
        this.cancellation = cancellation;
        this.faults = faults;
        this.sending = copy.isPresent() ? CopyRows.into(copy.get(), connection, columns) : this::execute;
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

    /** Rows that the server has confirmed. */
    long stored() {
        return stored;
    }

    void run() throws SQLException, IOException, InterruptedException {
        if (rows.isEmpty()) {
            return;
        }
        cancellation.check();
        Savepoint before = connection.setSavepoint();
        try {
            stored += sending.send(rows);
            release(before);
        } catch (SQLException e) {
            cancellation.check();
            throw find(before, e);
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
        return statement.executeBatch().length;
    }

    private ProblemException find(Savepoint before, SQLException whole) throws SQLException, InterruptedException {
        if (!faults.rejectsRow(whole)) {
            return faults.storing("the statement of " + step.name(), step.source(), whole);
        }
        connection.rollback(before);
        statement.clearBatch();
        for (CsvRow row : rows) {
            cancellation.check();
            try {
                columns.bind(statement, row, ProblemCode.ROW_REJECTED);
                statement.execute();
            } catch (SQLException e) {
                cancellation.check();
                return faults.rejectsRow(e)
                        ? columns.refused(ProblemCode.ROW_REJECTED, row, e, faults)
                        : faults.storing("the statement of " + step.name(), step.source(), e);
            }
        }
        return StepProblem.of(
                ProblemCode.ROW_REJECTED,
                "a row in lines " + rows.get(0).line() + " to "
                        + rows.get(rows.size() - 1).line() + " of " + step.file() + " is refused",
                faults.words(whole));
    }
}
