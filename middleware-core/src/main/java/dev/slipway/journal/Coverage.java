package dev.slipway.journal;

import dev.slipway.journal.EventRows.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checkpoint that covers a job, and the hash of the operation before it.
 *
 * @param before with it the checkpoint's own hash can be computed
 */
record Coverage(OperationRow checkpoint, String before) {

    static Optional<Coverage> of(Connection connection, StoredJob job) throws SQLException {
        if (job.coveredBy().isEmpty()) {
            return Optional.empty();
        }
        String sql = "SELECT " + OperationLedger.COLUMNS
                + " FROM slipway.operation WHERE sequence IN (?, ?) ORDER BY sequence DESC";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, job.coveredBy().get());
            select.setLong(2, job.coveredBy().get() - 1);
            List<OperationRow> rows = OperationLedger.rows(select);
            if (rows.isEmpty() || rows.get(0).sequence() != job.coveredBy().get()) {
                return Optional.empty();
            }
            return Optional.of(
                    new Coverage(rows.get(0), rows.size() > 1 ? rows.get(1).hash() : EventChain.ORIGIN));
        }
    }

    /** What the checkpoint says against the job. */
    static List<String> check(StoredJob job, Optional<Coverage> coverage) {
        if (coverage.isEmpty()) {
            return job.coveredVersion() == 0
                    ? List.of()
                    : List.of(Verification.finding(
                            job.token(), "the checkpoint over event " + job.coveredVersion() + " is missing"));
        }
        List<String> findings = new ArrayList<>();
        OperationRow row = coverage.get().checkpoint();
        if (!row.expectedHash(coverage.get().before()).equals(row.hash())) {
            findings.add(Verification.finding(
                    job.token(),
                    "checkpoint " + row.sequence() + " over event " + job.coveredVersion()
                            + " does not match its hash"));
        }
        Optional<String> hash = job.events().stream()
                .filter(event -> event.sequence() == job.coveredVersion())
                .map(EventRow::hash)
                .findFirst();
        String line = new Checkpoints.Head(job.token().value(), job.coveredVersion(), hash.orElse("")).line();
        if (!row.checkpoint() || !row.payload().contains(line)) {
            findings.add(Verification.finding(
                    job.token(),
                    "event " + job.coveredVersion() + " is not the one that" + " checkpoint " + row.sequence()
                            + " covers"));
        }
        return findings;
    }
}
