package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.EventRows.Chain;
import dev.slipway.journal.EventRows.EventRow;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The journal in PostgreSQL, schema {@code slipway}. */
public final class PostgresJobJournal implements JobJournal {
    private static final String UNIQUE_VIOLATION = "23505";

    private final Transaction transaction;
    private final Clock clock;
    private final EventCodec codec = new EventCodec();
    private final SecureRandom random = new SecureRandom();

    private PostgresJobJournal(DataSource dataSource, Clock clock) {
        this.transaction = new Transaction(dataSource);
        this.clock = clock;
    }

    /** The journal of this store; brings the schema up to date first. */
    public static PostgresJobJournal open(DataSource dataSource, Clock clock) {
        Flyway.configure()
                .dataSource(dataSource)
                .schemas("slipway")
                .defaultSchema("slipway")
                .load()
                .migrate();
        return new PostgresJobJournal(dataSource, clock);
    }

    @Override
    public Acceptance accept(NewJob job) {
        String digest = EventChain.sha256(job.document());
        Optional<Acceptance> earlier = earlier(job, digest);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        try {
            return transaction.run("accept a job", connection -> insert(connection, job, digest));
        } catch (JournalUnavailable e) {
            // Two submissions with one id at once: the unique key let the other one in.
            if (e.getCause() instanceof SQLException cause && UNIQUE_VIOLATION.equals(cause.getSQLState())) {
                return earlier(job, digest).orElseThrow(() -> e);
            }
            throw e;
        }
    }

    private Optional<Acceptance> earlier(NewJob job, String digest) {
        Optional<String> sid = job.request().submissionId();
        if (sid.isEmpty()) {
            return Optional.empty();
        }
        return transaction
                .run(
                        "look for submission " + sid.get(),
                        connection -> JobRows.submitted(connection, job.owner(), sid.get()))
                .map(found -> sameDocument(found, digest, sid.get()));
    }

    private static Acceptance sameDocument(JobRows.Earlier found, String digest, String sid) {
        if (!found.documentSha256().equals(digest)) {
            throw new ProblemException(new Problem(
                    ProblemCode.SUBMISSION_CONFLICT,
                    "sid " + sid + " was submitted before with another document",
                    "earlier job: " + found.token()));
        }
        return new Acceptance(found.token(), false);
    }

    private Acceptance insert(Connection connection, NewJob from, String digest) throws SQLException {
        JobToken token = JobToken.random(random);
        JobEvent accepted = new JobEvent.Accepted(
                EventRows.nextOrder(connection),
                from.owner(),
                from.from(),
                from.partition(),
                digest,
                from.request(),
                from.parent());
        RecordedEvent first = new RecordedEvent(1, now(), accepted);
        Job job = Job.replay(token, List.of(first));
        EventRow row = row(token, first, EventChain.ORIGIN);
        JobRows.insert(connection, job, row.hash());
        EventRows.insert(connection, token, List.of(row));
        EventRows.insertDocument(connection, token, from.document());
        return new Acceptance(token, true);
    }

    @Override
    public Job append(Job job, List<JobEvent> events) {
        Instant now = now();
        // A clock that was set back must not make a job's life run backwards.
        Instant at = now.isBefore(job.at()) ? job.at() : now;
        List<RecordedEvent> recorded = new ArrayList<>();
        Job after = job;
        for (JobEvent event : events) {
            RecordedEvent next = new RecordedEvent(after.version() + 1, at, event);
            after = after.then(next);
            recorded.add(next);
        }
        Job result = after;
        return transaction.run("append to job " + job.token(), connection -> write(connection, job, recorded, result));
    }

    private Job write(Connection connection, Job before, List<RecordedEvent> events, Job after) throws SQLException {
        String head = JobRows.lockHead(connection, before.token(), before.version())
                .orElseThrow(() -> new VersionConflict(before));
        List<EventRow> rows = new ArrayList<>();
        for (RecordedEvent event : events) {
            EventRow row = row(before.token(), event, head);
            rows.add(row);
            head = row.hash();
        }
        EventRows.insert(connection, before.token(), rows);
        if (!JobRows.update(connection, after, before.version(), head)) {
            throw new VersionConflict(before);
        }
        return after;
    }

    private EventRow row(JobToken token, RecordedEvent recorded, String before) {
        String event = recorded.event().kind().name();
        String payload = codec.write(recorded.event());
        String hash = EventChain.hash(before, token, recorded.sequence(), recorded.at(), event, payload);
        return new EventRow(recorded.sequence(), recorded.at(), event, payload, hash);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Optional<Job> load(JobToken token) {
        Optional<Chain> chain = transaction.run("read job " + token, connection -> EventRows.chain(connection, token));
        return chain.map(stored -> {
            try {
                return Job.replay(token, intact(token, stored));
            } catch (IllegalStateException e) {
                throw corrupt(token, e.getMessage(), e);
            }
        });
    }

    @Override
    public List<RecordedEvent> events(JobToken token) {
        return transaction
                .run("read job " + token, connection -> EventRows.chain(connection, token))
                .map(chain -> intact(token, chain))
                .orElse(List.of());
    }

    /** The events, after a look at each hash and at the row: effects must never follow from what Slipway did not write. */
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
        return transaction.run("read job " + token, connection -> JobRows.one(connection, token));
    }

    @Override
    public List<JobRow> list(Optional<String> owner, int offset, int limit) {
        return transaction.run("list jobs", connection -> JobRows.newest(connection, owner, offset, limit));
    }

    @Override
    public long count(Optional<String> owner) {
        return transaction.run("count jobs", connection -> JobRows.count(connection, owner));
    }

    @Override
    public List<JobRow> open() {
        return transaction.run("list open jobs", JobRows::open);
    }

    @Override
    public List<JobToken> closedWith(Kept kept, Instant before, int limit) {
        return transaction.run(
                "list jobs that keep files", connection -> JobRows.closedWith(connection, kept, before, limit));
    }

    @Override
    public Optional<byte[]> document(JobToken token) {
        return transaction.run("read the document of job " + token, c -> EventRows.document(c, token));
    }

    @Override
    public List<String> verify(JobToken token) {
        return transaction.run("verify job " + token, connection -> StoredJobs.one(connection, token.value())
                .map(stored -> Verification.of(codec, stored))
                .orElseGet(() -> List.of(Verification.finding(token, "is not in the journal"))));
    }
}
