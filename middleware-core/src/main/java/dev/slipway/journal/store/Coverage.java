package dev.slipway.journal.store;

import dev.slipway.journal.ledger.Checkpoints;
import dev.slipway.journal.ledger.EventChain;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationRow;
import dev.slipway.journal.store.EventTable.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The checkpoint that covers a job, and the hash of the operation before it.
 *
 * @param before the hash of the previous operation, from which the checkpoint's own hash can be computed
 */
record Coverage(OperationRow checkpoint, String before) {
    private static final int ROWS_AT_ONCE = 200;

    static Optional<Coverage> of(Connection connection, StoredJob job) throws SQLException {
        if (job.covered().by().isEmpty()) {
            return Optional.empty();
        }
        String sql = "SELECT " + OperationLedger.COLUMNS
                + " FROM slipway.operation WHERE sequence IN (?, ?) ORDER BY sequence DESC";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, job.covered().by().get());
            select.setLong(2, job.covered().by().get() - 1);
            List<OperationRow> rows = OperationLedger.rows(select);
            if (rows.isEmpty() || rows.get(0).sequence() != job.covered().by().get()) {
                return Optional.empty();
            }
            return Optional.of(
                    new Coverage(rows.get(0), rows.size() > 1 ? rows.get(1).hash() : EventChain.ORIGIN));
        }
    }

    /**
     * Reports every job that claims to be covered by a checkpoint without an entry for it. The rest of the ledger is
     * not checked.
     */
    static void checkAll(Connection connection, Consumer<String> findings) throws SQLException {
        String sql = """
                SELECT j.token, j.covered_version, j.covered_by FROM slipway.job j
                WHERE (j.covered_version <> 0 OR j.covered_by IS NOT NULL) AND NOT EXISTS (
                    SELECT 1 FROM slipway.operation o, slipway.job_event e
                    WHERE o.sequence = j.covered_by AND o.kind = 'CHECKPOINT'
                      AND e.token = j.token AND e.sequence = j.covered_version
                      AND position(E'\\n' || j.token || ' ' || e.sequence || ' ' || e.hash || E'\\n'
                                   IN E'\\n' || o.payload) > 0)
                ORDER BY j.token""";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    String checkpoint = row.getString(3) == null ? "no checkpoint" : "checkpoint " + row.getLong(3);
                    findings.accept("job " + row.getString(1) + ": is said to be covered up to event " + row.getLong(2)
                            + ", but " + checkpoint + " has no such entry");
                }
            }
        }
    }

    /** Returns the contradictions between the checkpoint and the job. */
    static List<String> check(StoredJob job, Optional<Coverage> coverage) {
        if (coverage.isEmpty()) {
            return job.covered().version() == 0
                    ? List.of()
                    : List.of(Verification.finding(
                            job.token(),
                            "the checkpoint over event " + job.covered().version() + " is missing"));
        }
        List<String> findings = new ArrayList<>();
        OperationRow row = coverage.get().checkpoint();
        if (!row.expectedHash(coverage.get().before()).equals(row.hash())) {
            findings.add(Verification.finding(
                    job.token(),
                    "checkpoint " + row.sequence() + " over event "
                            + job.covered().version() + " does not match its hash"));
        }
        if (!row.wellFormed()) {
            findings.add(Verification.finding(
                    job.token(), "checkpoint " + row.sequence() + " has not the form of one: its fields were moved"));
        }
        Optional<String> hash = job.events().stream()
                .filter(event -> event.sequence() == job.covered().version())
                .map(EventRow::hash)
                .findFirst();
        String line = new Checkpoints.Head(job.token().value(), job.covered().version(), hash.orElse("")).line();
        if (!row.checkpoint() || !("\n" + row.payload()).contains("\n" + line)) {
            findings.add(Verification.finding(
                    job.token(),
                    "event " + job.covered().version() + " is not the one that" + " checkpoint " + row.sequence()
                            + " covers"));
        }
        return findings;
    }
}
