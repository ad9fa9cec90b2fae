package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalFindings;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.CoverageProof;
import dev.slipway.journal.ledger.HeadComparison;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.journal.ledger.LedgerVerification;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Verifies the journal as stored, in any condition, without a change. Calls throw {@link JournalUnavailable}. */
public final class JournalAudit {
    /** A limit, because the findings of a badly damaged store must not fill the memory. */
    private static final int MOST_FINDINGS = 1000;

    private final Transaction transaction;
    private final EventCodec codec = new EventCodec();

    private final KeptHeads outside;
    private final Clock clock;
    private final Duration grace;

    /**
     * @param outside the heads of checkpoints that were kept outside of the store
     * @param grace the time within which a checkpoint, or a later one, is kept outside
     */
    public JournalAudit(DataSource dataSource, KeptHeads outside, Clock clock, Duration grace) {
        this.transaction = new Transaction(dataSource);
        this.outside = outside;
        this.clock = clock;
        this.grace = grace;
    }

    /** A verification under way. */
    private static final class Tally {
        private long jobs;
        private long events;
        private long found;
        private final List<String> findings = new ArrayList<>();

        void find(String finding) {
            if (++found <= MOST_FINDINGS) {
                findings.add(finding);
            }
        }

        JournalFindings result(long checkpoints, String checkpoint) {
            if (found > MOST_FINDINGS) {
                findings.add("and " + (found - MOST_FINDINGS) + " more findings");
            }
            return new JournalFindings(jobs, events, checkpoints, findings, checkpoint);
        }
    }

    /** Verifies all jobs and the ledger, in one snapshot of the store. */
    public JournalFindings verify() {
        // The heads are read before the snapshot, because a checkpoint is committed before its head is kept outside.
        KeptHeads.Reading kept = outside.read();
        return transaction.run("verify the journal", connection -> {
            snapshot(connection);
            Tally tally = new Tally();
            String last = "";
            for (List<StoredJob> some = StoredJobs.after(connection, last);
                    !some.isEmpty();
                    some = StoredJobs.after(connection, last)) {
                some.forEach(job -> verify(job, tally));
                last = some.get(some.size() - 1).token().value();
            }
            rowless(connection, tally);
            Coverage.checkAll(connection, tally::find);
            LedgerVerification ledger = new LedgerVerification(connection, tally::find);
            ledger.run();
            kept.findings().forEach(tally::find);
            HeadComparison.run(connection, kept.heads(), tally::find);
            return tally.result(ledger.checkpoints(), ledger.checkpoint());
        });
    }

    private static void snapshot(Connection connection) throws SQLException {
        try (PreparedStatement set =
                connection.prepareStatement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
            set.execute();
        }
    }

    private void verify(StoredJob job, Tally tally) {
        tally.jobs++;
        tally.events += job.events().size();
        Verification.of(codec, job).forEach(tally::find);
    }

    private static void rowless(Connection connection, Tally tally) throws SQLException {
        String sql = """
                SELECT token, min(sequence) FROM slipway.job_event e
                WHERE NOT EXISTS (SELECT 1 FROM slipway.job j WHERE j.token = e.token)
                GROUP BY token ORDER BY token LIMIT %d""".formatted(MOST_FINDINGS);
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                tally.find("job " + row.getString(1) + ": has event " + row.getLong(2) + " but no row");
            }
        }
    }

    /** Verifies one job and the checkpoint that covers it, with figures for these alone. Empty for an unknown job. */
    public Optional<JournalFindings> verify(JobToken token) {
        return verify(List.of(token)).stream().findFirst();
    }

    /** Verifies each of these jobs, with a single look at the heads outside. Skips unknown jobs. */
    public List<JournalFindings> verify(List<JobToken> tokens) {
        CoverageProof proof = new CoverageProof(outside.look(), clock.instant(), grace);
        return tokens.stream().flatMap(token -> verify(token, proof).stream()).toList();
    }

    private Optional<JournalFindings> verify(JobToken token, CoverageProof proof) {
        return transaction.run("verify job " + token, connection -> {
            snapshot(connection);
            Optional<StoredJob> job = StoredJobs.one(connection, token.value());
            if (job.isEmpty()) {
                return Optional.empty();
            }
            Tally tally = new Tally();
            verify(job.get(), tally);
            Optional<Coverage> coverage = Coverage.of(connection, job.get());
            Coverage.check(job.get(), coverage).forEach(tally::find);
            if (coverage.isPresent()) {
                proof.check(connection, coverage.get().checkpoint(), tally::find);
            }
            return Optional.of(tally.result(
                    coverage.isPresent() ? 1 : 0,
                    coverage.map(one -> one.checkpoint().hash()).orElse("")));
        });
    }

    /**
     * Returns all stored data of a job, for a record that can be checked without the store; empty for an unknown job.
     */
    public Optional<StoredHistory> history(JobToken token) {
        return transaction.run("read the record of job " + token, connection -> {
            snapshot(connection);
            Optional<StoredJob> job = StoredJobs.one(connection, token.value());
            return job.isEmpty()
                    ? Optional.empty()
                    : Optional.of(StoredHistory.of(codec, job.get(), Coverage.of(connection, job.get())));
        });
    }
}
