package dev.slipway.journal.ledger;

import dev.slipway.journal.ledger.KeptHeads.Head;
import dev.slipway.journal.ledger.KeptHeads.Look;
import dev.slipway.journal.ledger.KeptHeads.Reading;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holds the checkpoints that cover jobs against the heads that are kept outside of the store. If the head of a
 * checkpoint could not be kept, the next kept head proves the checkpoint, and the ledger must lead to that head. One
 * proof serves one call: a checkpoint that covers many jobs is looked at once.
 */
public final class CoverageProof {
    private static final int AT_ONCE = 100;

    private final Optional<Look> kept;
    private final Instant now;
    private final Duration grace;
    private final Set<Long> seen = new HashSet<>();

    /**
     * @param kept begun before the examined state of the store, because a checkpoint is stored before the head is kept
     * @param grace a checkpoint older than this is kept outside, or a later checkpoint is
     */
    public CoverageProof(Optional<Look> kept, Instant now, Duration grace) {
        this.kept = kept;
        this.now = now;
        this.grace = grace;
    }

    public void check(Connection connection, OperationRow checkpoint, Consumer<String> findings) throws SQLException {
        if (kept.isEmpty() || !seen.add(checkpoint.sequence())) {
            return;
        }
        Reading found = kept.get().from(checkpoint.sequence());
        found.findings().forEach(findings);
        if (found.heads().isEmpty()) {
            if (isDue(checkpoint)) {
                findings.accept("checkpoint " + checkpoint.sequence() + " of " + checkpoint.at()
                        + " is not kept outside of the store, nor is one after it");
            }
        } else if (found.heads().get(0).checkpoint() == checkpoint.sequence()) {
            HeadComparison.run(connection, found.heads(), findings);
        } else {
            Head next = found.heads().get(0);
            if (!leads(connection, checkpoint, next)) {
                findings.accept("checkpoint " + checkpoint.sequence()
                        + " is not kept outside of the store, and the ledger does not lead from it to checkpoint "
                        + next.checkpoint() + ", which is: the ledger was rewritten");
            }
        }
    }

    /**
     * Returns whether the checkpoint must be kept outside by now. A forger could choose its time, so a time in the
     * future is no excuse.
     */
    private boolean isDue(OperationRow checkpoint) {
        return Duration.between(checkpoint.at(), now).abs().compareTo(grace) > 0;
    }

    private static boolean leads(Connection connection, OperationRow from, Head to) throws SQLException {
        String sql = "SELECT " + OperationLedger.COLUMNS
                + " FROM slipway.operation WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT " + AT_ONCE;
        OperationRow last = from;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(2, to.checkpoint());
            while (last.sequence() < to.checkpoint()) {
                select.setLong(1, last.sequence());
                List<OperationRow> rows = OperationLedger.rows(select);
                if (rows.isEmpty()) {
                    return false;
                }
                for (OperationRow row : rows) {
                    if (row.sequence() != last.sequence() + 1
                            || !row.expectedHash(last.hash()).equals(row.hash())) {
                        return false;
                    }
                    last = row;
                }
            }
        }
        return last.hash().equals(to.hash());
    }
}
