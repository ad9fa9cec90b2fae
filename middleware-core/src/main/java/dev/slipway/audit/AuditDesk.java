package dev.slipway.audit;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.JournalFindings;
import dev.slipway.journal.ledger.Checkpoints;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.journal.ledger.OperationRow;
import dev.slipway.journal.store.JournalAudit;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The only entry to the audit for every front end. All calls throw {@link ProblemException}. Audits are themselves
 * recorded.
 */
public final class AuditDesk {
    private static final int MOST_LISTED = 1000;

    private final JobJournal journal;
    private final JournalAudit audit;
    private final Checkpoints checkpoints;
    private final OperationLedger ledger;
    private final Semaphore verifying = new Semaphore(1);

    public AuditDesk(JobJournal journal, JournalAudit audit, Checkpoints checkpoints, OperationLedger ledger) {
        this.journal = journal;
        this.audit = audit;
        this.checkpoints = checkpoints;
        this.ledger = ledger;
    }

    /**
     * Verifies stored records against their hashes: all records, one job with the checkpoint that covers it, or all
     * jobs of one group (with figures for these jobs alone). One caller at a time may verify everything or a group;
     * other callers get AUDIT_BUSY. For operators and auditors.
     */
    public AuditVerdict verify(Caller caller, Optional<JobToken> token) {
        Optional<JobGroup> group = token.flatMap(named -> journal.group(named, Optional.empty()))
                .filter(found -> caller.maySee(found.owner()));
        token.filter(job -> group.isEmpty()).ifPresent(job -> requireSeen(caller, job));
        requireRole(caller);
        JournalFindings found = group.map(one -> alone(() -> all(one)))
                .or(() -> token.map(job -> audit.verify(job).orElseThrow(JobDesk::unknown)))
                .orElseGet(() -> alone(audit::verify));
        String scope = group.map(one -> "group " + one.token())
                .or(() -> token.map(job -> "job " + job))
                .orElseGet(() -> found.jobs() == 1 ? "1 job" : found.jobs() + " jobs");
        ledger.note(new Entry(
                Kind.VERIFIED,
                caller.user(),
                caller.from(),
                "verified " + scope + ", findings: " + found.findings().size()));
        return new AuditVerdict(
                found.jobs(), found.events(), found.checkpoints(), found.findings(), found.checkpoint());
    }

    /** Verifies a group's jobs, and that there are as many as the group records. */
    private JournalFindings all(JobGroup group) {
        List<JobRow> rows = journal.oldest(JobFilter.ofGroup(group.token()), 0, group.size() + 1);
        List<JournalFindings> each =
                audit.verify(rows.stream().map(JobRow::token).toList());
        Stream<String> missing = rows.size() == group.size()
                ? Stream.empty()
                : Stream.of("group " + group.token() + ": has " + rows.size() + " jobs, not " + group.size());
        return new JournalFindings(
                each.size(),
                each.stream().mapToLong(JournalFindings::events).sum(),
                each.stream().mapToLong(JournalFindings::checkpoints).max().orElse(0),
                Stream.concat(missing, each.stream().flatMap(found -> found.findings().stream()))
                        .limit(MOST_LISTED)
                        .toList(),
                each.stream().map(JournalFindings::checkpoint).reduce("", (before, after) -> after));
    }

    /** Lets one caller at a time run a large verification, which reads a great part of the store. */
    private JournalFindings alone(Supplier<JournalFindings> verification) {
        if (!verifying.tryAcquire()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.AUDIT_BUSY, "another verification of the whole journal or of a group is under way"));
        }
        try {
            return verification.get();
        } finally {
            verifying.release();
        }
    }

    /**
     * Exports a job's audit record as defined by {@code spec/audit-record.md}: XML that can be checked without the
     * service. A checkpoint covers the newest event and is made if necessary. For the job's owner, operators and
     * auditors.
     */
    public byte[] export(Caller caller, JobToken token) {
        requireSeen(caller, token);
        checkpoints.cover(token);
        byte[] record = AuditRecordWriter.write(audit.history(token).orElseThrow(JobDesk::unknown));
        ledger.note(new Entry(Kind.EXPORTED, caller.user(), caller.from(), "audit record of job " + token));
        return record;
    }

    /** Lists the service's operations, newest first, at most 1000 at a time. For operators and auditors. */
    public List<Operation> operations(Caller caller, int offset, int limit) {
        return operations(caller, Search.ALL, offset, limit);
    }

    /** Lists the operations that match the search, newest first. */
    public List<Operation> operations(Caller caller, Search search, int offset, int limit) {
        requireRole(caller);
        return ledger.newest(search.filter(), Math.max(0, offset), Math.max(0, Math.min(limit, MOST_LISTED))).stream()
                .map(AuditDesk::operation)
                .toList();
    }

    /** Counts all operations that match the search. For operators and auditors. */
    public long count(Caller caller, Search search) {
        requireRole(caller);
        return ledger.count(search.filter());
    }

    /** Returns the names of the kinds of operations. */
    public static List<String> kinds() {
        return Arrays.stream(Kind.values()).map(Kind::name).sorted().toList();
    }

    private static Operation operation(OperationRow row) {
        String hash = row.kind().equals(Kind.CHECKPOINT.name()) ? ", hash " + row.hash() : "";
        return new Operation(row.sequence(), row.at(), row.kind(), row.by(), row.from(), row.text() + hash);
    }

    private void requireSeen(Caller caller, JobToken token) {
        journal.row(token).filter(row -> caller.maySee(row.owner())).orElseThrow(JobDesk::unknown);
    }

    private static void requireRole(Caller caller) {
        if (!caller.roles().contains(Caller.Role.OPERATOR) && !caller.roles().contains(Caller.Role.AUDITOR)) {
            throw new ProblemException(
                    Problem.of(ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may not audit the service"));
        }
    }
}
