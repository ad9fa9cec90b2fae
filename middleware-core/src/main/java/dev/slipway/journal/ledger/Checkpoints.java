package dev.slipway.journal.ledger;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the heads of the jobs' chains into the ledger. From then on the loss of a job or of its last events is
 * detected. Only jobs that have changed since their last checkpoint are written.
 */
public final class Checkpoints {
    /** The number of heads in one checkpoint: few enough to be part of each audit record. */
    static final int MOST_HEADS = 250;

    /** The head of a chain: the hash of the event {@code version}. */
    public record Head(String token, long version, String hash) {
        public String line() {
            return token + " " + version + " " + hash + "\n";
        }
    }

    private record Batch(List<Head> heads, long lastOrder, Optional<OperationRow> checkpoint) {}

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private final Transaction transaction;
    private final OperationLedger ledger;
    private final KeptHeads outside;

    /** @param outside keeps the hash of each checkpoint after its commit */
    public Checkpoints(DataSource dataSource, OperationLedger ledger, KeptHeads outside) {
        this.transaction = new Transaction(dataSource);
        this.ledger = ledger;
        this.outside = outside;
    }

    /**
     * Covers every changed job, in as many checkpoints as necessary, each in its own transaction; one call at a time.
     *
     * @return the number of jobs covered
     */
    public synchronized long write() {
        long covered = 0;
        long after = Long.MIN_VALUE;
        while (true) {
            long from = after;
            Batch batch = transaction.run("write a checkpoint", connection -> one(connection, from));
            keep(batch);
            covered += batch.heads().size();
            if (batch.heads().size() < MOST_HEADS) {
                return covered;
            }
            after = batch.lastOrder();
        }
    }

    /** Covers one job in a separate checkpoint, unless the job has not changed since the last checkpoint. */
    public void cover(JobToken token) {
        keep(transaction.run("cover job " + token, connection -> write(connection, behind(connection, token))));
    }

    /**
     * Keeps the head outside. If this fails, the next head covers it, because each hash covers all operations before.
     */
    private void keep(Batch batch) {
        batch.checkpoint().ifPresent(row -> {
            try {
                outside.keep(new KeptHeads.Head(row.sequence(), row.hash()));
            } catch (IOException e) {
                LOG.warn(
                        "the head of checkpoint {} is not kept outside of the store: {}", row.sequence(), e.toString());
            }
        });
    }

    private static Batch behind(Connection connection, JobToken token) throws SQLException {
        String sql = """
                SELECT token, version, head, accepted_order FROM slipway.job
                WHERE token = ? AND version <> covered_version FOR UPDATE""";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            return read(select, 0);
        }
    }

    private Batch one(Connection connection, long after) throws SQLException {
        return write(connection, changed(connection, after));
    }

    private Batch write(Connection connection, Batch batch) throws SQLException {
        if (!batch.heads().isEmpty()) {
            StringBuilder payload = new StringBuilder();
            batch.heads().forEach(head -> payload.append(head.line()));
            String text = text(batch.heads().size());
            OperationRow row = ledger.append(
                    connection, new Entry(Kind.CHECKPOINT, OperationLedger.SERVICE, "local", text), payload.toString());
            cover(connection, batch.heads(), row.sequence());
            return new Batch(batch.heads(), batch.lastOrder(), Optional.of(row));
        }
        return batch;
    }

    /** Returns the text of a checkpoint over this number of jobs. */
    static String text(long jobs) {
        return "checkpoint over " + jobs + " jobs";
    }

    private static Batch changed(Connection connection, long after) throws SQLException {
        String sql = """
                SELECT token, version, head, accepted_order FROM slipway.job
                WHERE version <> covered_version AND accepted_order > ?
                ORDER BY accepted_order LIMIT ? FOR UPDATE""";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, after);
            select.setInt(2, MOST_HEADS);
            return read(select, after);
        }
    }

    private static Batch read(PreparedStatement select, long after) throws SQLException {
        List<Head> heads = new ArrayList<>();
        long last = after;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                heads.add(new Head(row.getString(1), row.getLong(2), row.getString(3)));
                last = row.getLong(4);
            }
        }
        return new Batch(heads, last, Optional.empty());
    }

    private static void cover(Connection connection, List<Head> heads, long checkpoint) throws SQLException {
        String sql = "UPDATE slipway.job SET covered_version = version, covered_by = ? WHERE token = ANY (?)";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, checkpoint);
            update.setArray(
                    2,
                    connection.createArrayOf(
                            "text", heads.stream().map(Head::token).toArray()));
            update.executeUpdate();
        }
    }
}
