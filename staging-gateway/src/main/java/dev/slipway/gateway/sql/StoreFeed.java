package dev.slipway.gateway.sql;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Feeds the rows of a store's file into a transaction, batch by batch.
 *
 * @param half the kill point after each batch
 */
public record StoreFeed(SqlStore step, StepContext context, int batchRows, KillPoint half) {
    /** The most characters of a batch, so that long rows are sent sooner. */
    private static final long BATCH_CHARACTERS = 4 << 20;

    /** Makes the batch that sends rows. */
    public interface Sending {
        StoreBatch of(BoundColumns columns) throws SQLException;
    }

    /**
     * Sends all rows without a commit. The rows of the report are the stored ones; the rows of its statement are the
     * sent ones.
     */
    public StepReport send(int parameters, Sending sending) throws SQLException, IOException, InterruptedException {
        MovedBytes moved = new MovedBytes(context.meter());
        StatementDigest digest = new StatementDigest(step.statement());
        try (ParameterFile file = ParameterFile.open(context.runFolder(), step.file())) {
            ParameterColumns columns = file.columns(wanted(), parameters);
            StoreBatch batch = sending.of(new BoundColumns(columns));
            for (CsvRow row = file.next(); row != null; row = file.next()) {
                long bytes = dataBytes(row);
                // A long row is sent alone, because some servers limit the size of a packet.
                if (batch.size() > 0 && batch.characters() + bytes > BATCH_CHARACTERS) {
                    run(batch);
                }
                batch.add(row, bytes);
                moved.add(bytes, 1);
                digest.row(columns.values(row));
                if (batch.size() == batchRows) {
                    run(batch);
                }
            }
            batch.run();
            return report(moved, batch.stored(), digest, file);
        }
    }

    private void run(StoreBatch batch) throws SQLException, IOException, InterruptedException {
        batch.run();
        context.witness().passes(half);
    }

    /**
     * Returns the report that the committed try would have given.
     *
     * @param stored the number in that try's intent; intents of earlier versions hold none, and then all rows count
     */
    public StepReport recount(int parameters, OptionalLong stored) throws IOException {
        MovedBytes moved = new MovedBytes(context.meter());
        StatementDigest digest = new StatementDigest(step.statement());
        try (ParameterFile file = ParameterFile.open(context.runFolder(), step.file())) {
            ParameterColumns columns = file.columns(wanted(), parameters);
            for (CsvRow row = file.next(); row != null; row = file.next()) {
                moved.add(dataBytes(row), 1);
                digest.row(columns.values(row));
            }
            return report(moved, stored.orElse(moved.rows()), digest, file);
        }
    }

    private static StepReport report(MovedBytes moved, long stored, StatementDigest digest, ParameterFile file) {
        moved.tell();
        return new StepReport(moved.bytes(), stored, List.of(file.staged()), Optional.of(digest.end()));
    }

    private List<ParameterColumns.Wanted> wanted() {
        return step.parameters().stream()
                .map(parameter -> parameter instanceof StoreParameter.Column column
                        ? ParameterColumns.Wanted.column(column.name())
                        : ParameterColumns.Wanted.constant(context.token().value()))
                .toList();
    }

    /**
     * Counts the characters of the values and one separator each, which is close enough to the file's bytes for a
     * meter.
     */
    private static long dataBytes(CsvRow row) {
        long bytes = 0;
        for (String value : row.values()) {
            bytes += 1 + (value == null ? 0 : value.length());
        }
        return bytes;
    }
}
