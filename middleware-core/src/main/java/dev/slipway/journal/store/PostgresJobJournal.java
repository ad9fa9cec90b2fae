package dev.slipway.journal.store;

import dev.slipway.digest.Sha256;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobState;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.Acceptance;
import dev.slipway.journal.GroupCount;
import dev.slipway.journal.GroupEvent;
import dev.slipway.journal.JobChange;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.KeptData;
import dev.slipway.journal.ListedJob;
import dev.slipway.journal.NewJobs;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.EventChain;
import dev.slipway.journal.store.EventTable.Chain;
import dev.slipway.journal.store.EventTable.EventRow;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The journal in PostgreSQL, schema {@code slipway}. */
public final class PostgresJobJournal implements JobJournal, Effect {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresJobJournal.class);

    private final Transaction transaction;
    private final EventCodec codec = new EventCodec();
    private final SecureRandom random = new SecureRandom();
    private final AcceptanceNumbers numbers;
    private final GroupCommit commits;
    private final SweepCommit sweeps;
    private final LastHashes hashes = new LastHashes();
    private final LatestJobs latest;
    private final EventAppender appender;

    private PostgresJobJournal(DataSource dataSource, Clock clock, Witness witness) {
        this.transaction = new Transaction(dataSource);
        this.latest = new LatestJobs(clock);
        this.appender = new EventAppender(transaction, clock, codec, hashes, latest);
        this.numbers = new AcceptanceNumbers(transaction);
        this.commits = new GroupCommit(transaction);
        this.sweeps = new SweepCommit(transaction, numbers, witness);
    }

    /** Opens the journal of this store after an update of its schema. */
    public static PostgresJobJournal open(DataSource dataSource, Clock clock) {
        return open(dataSource, clock, Witness.NONE);
    }

    /** Opens the journal with an observer for its kill points. */
    public static PostgresJobJournal open(DataSource dataSource, Clock clock, Witness witness) {
        Flyway.configure()
                .dataSource(dataSource)
                .schemas("slipway")
                .defaultSchema("slipway")
                .load()
                .migrate();
        return new PostgresJobJournal(dataSource, clock, witness);
    }

    /**
     * Returns the kill points of sweeps. A single job's events are one statement each and need no kill point; a sweep
     * has several parts.
     */
    @Override
    public List<KillPoint> killPoints() {
        return sweeps.killPoints();
    }

    @Override
    public Map<String, Long> documentBytes() {
        return transaction.single("count the bytes of documents", StoredBytes::byOwner);
    }

    @Override
    public Optional<Acceptance> earlier(NewJobs jobs) {
        return jobs.submissionId()
                .flatMap(id -> transaction.single(
                        "look for submission " + id, connection -> JobTable.submitted(connection, jobs.owner(), id)))
                .map(found -> sameDocument(
                        found, Sha256.hex(jobs.document()), jobs.submissionId().get()))
                .map(found -> new Acceptance(found.token(), found.jobs(), List.of()));
    }

    @Override
    public Acceptance accept(NewJobs jobs) {
        String digest = Sha256.hex(jobs.document());
        JobToken token = JobToken.random(random);
        List<Acceptance.Accepted> accepted = jobs.group().isPresent()
                ? sweeps.commit(token, jobs, digest, appender.now(), this::element)
                : alone(token, jobs, digest);
        if (!accepted.isEmpty()) {
            return new Acceptance(token, accepted.size(), accepted);
        }
        // Two submissions with one id came at once, and the unique key let the other one in.
        return earlier(jobs).orElseThrow(() -> new JournalUnavailable("cannot accept a submission", null));
    }

    /** Commits a job without a sweep, together with the jobs of other callers. Returns no job if the id is in use. */
    private List<Acceptance.Accepted> alone(JobToken token, NewJobs jobs, String digest) {
        JobEvent.Accepted accepted =
                SweepCommit.accepted(token, jobs, jobs.elements().get(0), numbers.next(), digest);
        return commits.commit(newRow(token, appender.now(), accepted, jobs.document()))
                ? List.of(new Acceptance.Accepted(token, accepted.order()))
                : List.of();
    }

    @Override
    public long bytes(NewJobs jobs) {
        return jobs.document().length + SweepCommit.bytes(codec, JobToken.random(random), jobs);
    }

    private NewJobsStatement.NewRow newRow(JobToken token, Instant at, JobEvent.Accepted accepted, byte[] document) {
        RecordedEvent first = new RecordedEvent(1, at, accepted);
        return new NewJobsStatement.NewRow(
                Job.replay(token, List.of(first)), appender.row(token, first, EventChain.ORIGIN), document);
    }

    private static JobTable.Earlier sameDocument(JobTable.Earlier found, String digest, String sid) {
        if (!found.documentSha256().equals(digest)) {
            throw new ProblemException(new Problem(
                    ProblemCode.SUBMISSION_CONFLICT,
                    "sid " + sid + " was submitted before with another document",
                    (found.jobs() > 0 ? "earlier group: " : "earlier job: ") + found.token()));
        }
        return found;
    }

    /** Makes the row of a sweep's job, without a document, because the group has it. */
    private NewJobsStatement.NewRow element(JobEvent.Accepted accepted, Instant at) {
        return newRow(JobToken.random(random), at, accepted, null);
    }

    @Override
    public Optional<JobGroup> group(JobToken token, Optional<String> owner) {
        return transaction.single("read group " + token, connection -> GroupTable.one(connection, token, owner));
    }

    @Override
    public List<GroupCount> counts(JobToken group) {
        return transaction.single("count the jobs of group " + group, c -> GroupTable.counts(c, group));
    }

    @Override
    public List<GroupEvent> groupEvents(JobToken group, int limit) {
        return transaction.single("read group " + group, c -> GroupTable.events(c, codec, group, limit));
    }

    @Override
    public Job append(Job job, List<JobEvent> events) {
        return appender.append(job, events);
    }

    @Override
    public List<Job> append(List<JobChange> changes) {
        return appender.append(changes);
    }

    @Override
    public Optional<Job> look(JobToken token, Optional<String> owner) {
        return latest.look(token, owner, () -> load(token, owner));
    }

    @Override
    public Optional<Job> load(JobToken token, Optional<String> owner) {
        return chain(token, owner).map(chain -> replay(token, chain));
    }

    @Override
    public List<Job> loadSound(List<JobToken> tokens) {
        List<Job> jobs = new ArrayList<>();
        Map<JobToken, Chain> chains =
                transaction.single("read jobs", connection -> EventTable.chains(connection, tokens));
        chains.forEach((token, chain) -> {
            try {
                jobs.add(replay(token, chain));
            } catch (JournalCorrupt e) {
                LOG.debug("left to be read alone", e);
            }
        });
        return jobs;
    }

    private Optional<Chain> chain(JobToken token, Optional<String> owner) {
        return transaction.single("read job " + token, connection -> EventTable.chain(connection, token, owner));
    }

    private Job replay(JobToken token, Chain chain) {
        try {
            Job job = Job.replay(token, intact(token, chain));
            if (job.state() != JobState.CLOSED) {
                hashes.put(token, chain.version(), chain.head());
            }
            return job;
        } catch (IllegalStateException e) {
            throw corrupt(token, e.getMessage(), e);
        }
    }

    @Override
    public List<RecordedEvent> events(JobToken token) {
        return chain(token, Optional.empty()).map(chain -> intact(token, chain)).orElse(List.of());
    }

    /**
     * Returns the events after a check of each hash and of the row: effects must never follow from data that Slipway
     * did not write.
     */
    private List<RecordedEvent> intact(JobToken token, Chain chain) {
        List<RecordedEvent> events = new ArrayList<>();
        String head = EventChain.ORIGIN;
        for (EventRow row : chain.events()) {
            if (row.sequence() != events.size() + 1) {
                throw corrupt(token, "event " + (events.size() + 1) + " is missing", null);
            }
            if (!row.expectedHash(head, token).equals(row.hash())) {
                throw corrupt(token, "event " + row.sequence() + " does not match its hash", null);
            }
            try {
                events.add(Verification.decode(codec, row));
            } catch (IllegalArgumentException e) {
                throw corrupt(token, e.getMessage(), e);
            }
            head = row.hash();
        }
        if (events.isEmpty()
                || chain.version() != events.size()
                || !chain.head().equals(head)) {
            throw corrupt(token, "its row is of event " + chain.version() + ", its last is another", null);
        }
        return events;
    }

    private static JournalCorrupt corrupt(JobToken token, String finding, RuntimeException cause) {
        return new JournalCorrupt(token, finding, cause);
    }

    @Override
    public Optional<JobRow> row(JobToken token) {
        return transaction.single("read job " + token, connection -> JobTable.one(connection, token));
    }

    @Override
    public List<JobRow> list(JobFilter filter, int offset, int limit) {
        return transaction.single("list jobs", connection -> JobTable.newest(connection, filter, offset, limit));
    }

    @Override
    public List<ListedJob> listed(JobFilter filter, JobOrder order, int offset, int limit) {
        return transaction.single(
                "list jobs", connection -> ListedJobs.of(connection, filter, order, appender.now(), offset, limit));
    }

    @Override
    public List<JobRow> oldest(JobFilter filter, int offset, int limit) {
        return transaction.single("list jobs", connection -> JobTable.oldest(connection, filter, offset, limit));
    }

    @Override
    public long count(JobFilter filter) {
        return transaction.single("count jobs", connection -> JobTable.count(connection, filter));
    }

    @Override
    public List<JobTally> tally(JobFilter filter) {
        return transaction.single("tally jobs", connection -> JobTable.tally(connection, filter));
    }

    @Override
    public List<JobRow> open(long after, int limit) {
        return transaction.single("list open jobs", connection -> JobTable.open(connection, after, limit));
    }

    @Override
    public List<JobToken> lastDone(int limit) {
        return transaction.run("list the last done jobs", connection -> JobTable.lastDone(connection, limit));
    }

    @Override
    public List<JobToken> closedWith(KeptData kept, Instant before, int limit) {
        return transaction.run(
                "list jobs that keep files", connection -> JobTable.closedWith(connection, kept, before, limit));
    }

    @Override
    public boolean needsUpload(String sha256) {
        return transaction.run("look for jobs that need an upload", c -> EventTable.anyNeeds(c, sha256));
    }

    @Override
    public Optional<byte[]> document(JobToken token) {
        return transaction.single("read the document of job " + token, c -> EventTable.document(c, token));
    }

    @Override
    public List<String> verify(JobToken token) {
        return transaction.run("verify job " + token, connection -> StoredJobs.one(connection, token.value())
                .map(stored -> Verification.of(codec, stored))
                .orElseGet(() -> List.of(Verification.finding(token, "is not in the journal"))));
    }
}
