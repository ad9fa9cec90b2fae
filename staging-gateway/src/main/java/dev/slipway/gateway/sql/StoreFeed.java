package dev.slipway.gateway.sql;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.step.Moved;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a store's file on their way into a transaction, batch by batch.
 *
 * @param half the moment after each batch
 */
record StoreFeed(SqlStore step, StepContext context, int batchRows, KillPoint half) {
    /** Of a batch, so that long rows are sent sooner. */
    private static final long BATCH_CHARACTERS = 4 << 20;

    /** Makes the batch that sends rows. */
    interface Sending {
        StoreBatch of(BoundColumns columns) throws SQLException;
    }

    /** Sends all rows; the server has confirmed as many as there are, and nothing is committed. */
    StepReport send(int parameters, Sending sending) throws SQLException, IOException, InterruptedException {
        Moved moved = new Moved(context.meter());
        StatementDigest digest = new StatementDigest(step.statement());
        try (ParameterFile file = ParameterFile.open(context.runFolder(), step.file())) {
            ParameterColumns columns = file.columns(wanted(), parameters);
            StoreBatch batch = sending.of(new BoundColumns(columns));
            for (CsvRow row = file.next(); row != null; row = file.next()) {
                long bytes = dataBytes(row);
                batch.add(row, bytes);
                moved.add(bytes, 1);
                digest.row(columns.values(row));
                if (batch.size() == batchRows || batch.characters() >= BATCH_CHARACTERS) {
                    batch.run();
                    context.witness().passes(half);
                }
            }
            batch.run();
            if (batch.stored() != moved.rows()) {
                throw StepProblem.of(
                        ProblemCode.INTERNAL,
                        step.file() + " has " + moved.rows() + " rows, source " + step.source() + " confirmed "
                                + batch.stored());
            }
            return report(moved, digest, file);
        }
    }

    /** What the try that committed would have reported. */
    StepReport recount(int parameters) throws IOException {
        Moved moved = new Moved(context.meter());
        StatementDigest digest = new StatementDigest(step.statement());
        try (ParameterFile file = ParameterFile.open(context.runFolder(), step.file())) {
            ParameterColumns columns = file.columns(wanted(), parameters);
            for (CsvRow row = file.next(); row != null; row = file.next()) {
                moved.add(dataBytes(row), 1);
                digest.row(columns.values(row));
            }
            return report(moved, digest, file);
        }
    }

    private static StepReport report(Moved moved, StatementDigest digest, ParameterFile file) {
        moved.tell();
        return new StepReport(moved.bytes(), moved.rows(), List.of(file.staged()), Optional.of(digest.end()));
    }

    private List<ParameterColumns.Wanted> wanted() {
        return step.parameters().stream()
                .map(parameter -> parameter instanceof StoreParameter.Column column
                        ? ParameterColumns.Wanted.column(column.name())
                        : ParameterColumns.Wanted.constant(context.token().value()))
                .toList();
    }

    /** Characters of the values and one separator each: near enough to the bytes of the file for a meter. */
    private static long dataBytes(CsvRow row) {
        long bytes = 0;
        for (String value : row.values()) {
            bytes += 1 + (value == null ? 0 : value.length());
        }
        return bytes;
    }
}
