package dev.slipway.callback;

import dev.slipway.clock.Rounds;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Notifies receivers that jobs have closed: each at least once, with repeated tries at growing intervals, also across
 * restarts, until the receiver accepts the callback or its time is over. The ledger of operations records how each
 * callback ended.
 */
public final class Callbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);
    private static final int SENDERS = 4;
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final CallbackTable table;
    private final JobJournal journal;
    private volatile CallbackSettings settings;
    private final CallbackSender sender;
    private final Clock clock;
    private final JsonMapper json = new JsonMapper();
    private final Rounds rounds = new Rounds("callbacks", this::sendDue);
    private final ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    /** The places with a call under way; each place gets one call at a time. */
    private final Set<String> under = new HashSet<>();

    /** The store of callbacks and the records that callbacks report from. */
    public record Store(DataSource dataSource, OperationLedger ledger, JobJournal journal) {}

    public Callbacks(Store store, CallbackSettings settings, CallbackSender sender, Clock clock) {
        this.table = new CallbackTable(store.dataSource(), store.ledger());
        this.journal = store.journal();
        this.settings = settings;
        this.sender = sender;
        this.clock = clock;
    }

    /** Starts with the callbacks that an earlier service left. */
    public Callbacks start() {
        rounds.start();
        return this;
    }

    /** Takes other receivers, and another time after which callbacks are given up. */
    public void take(CallbackSettings newSettings) {
        settings = newSettings;
    }

    /** Returns the allowed receivers, each as {@code HOST:PORT}. */
    public List<String> places() {
        return settings.hosts();
    }

    /** Refuses an address that may not be called. @throws ProblemException CALLBACK_REFUSED */
    public void require(String address) {
        settings.require(address);
    }

    /**
     * Registers a callback to {@code address} for the time when the job, or all jobs of the group, have closed. The
     * callback is durable when this returns. Registering the same address again is accepted, even if the address may no
     * longer be called.
     *
     * @throws ProblemException CALLBACK_REFUSED if the address may not be called, SUBMISSION_CONFLICT if the job has
     *     another address
     */
    public void register(JobToken token, String address) {
        Optional<String> known = table.address(token);
        if (known.isEmpty()) {
            require(address);
            known = Optional.of(table.add(token, address, clock.instant()));
        }
        if (!isSame(known.get(), address)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.SUBMISSION_CONFLICT,
                    token
                            + " was submitted with another callback address already,"
                            + " which is the one that will be told"));
        }
        rounds.soon();
    }

    private static boolean isSame(String known, String given) {
        return known.equals(given) || parsed(known).equals(parsed(given));
    }

    private static CallbackAddress parsed(String address) {
        return CallbackAddress.of(CallbackSettings.whole(address));
    }

    /** Receives changed jobs; a closed job triggers a look for due callbacks at once. */
    public void heard(Job job) {
        if (job.state() == JobState.CLOSED) {
            rounds.soon();
        }
    }

    private void sendDue() {
        for (CallbackRow row : table.due(clock.instant())) {
            if (begins(row)) {
                senders.execute(() -> send(row));
            }
        }
    }

    /**
     * Returns whether the row's callback may begin now. Each place has one call at a time, so a receiver that does not
     * answer holds up no other.
     */
    private synchronized boolean begins(CallbackRow row) {
        return under.size() < SENDERS && under.add(row.place());
    }

    private void send(CallbackRow row) {
        boolean recorded = false;
        try {
            attempt(row);
            recorded = true;
        } catch (InterruptedException e) {
            // The service ends; the next one tries again.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the callback of {} waits: {}", row, e.getMessage());
        } finally {
            ended(row, recorded);
        }
    }

    /**
     * Frees the place for other callbacks, which may be due. A try that the store did not record is still due and waits
     * for the next look; otherwise a store that refuses writes would cause calls to the receiver without a pause.
     */
    private synchronized void ended(CallbackRow row, boolean recorded) {
        under.remove(row.place());
        if (recorded) {
            rounds.soon();
        }
    }

    private void attempt(CallbackRow row) throws InterruptedException {
        Optional<String> failure = failure(row);
        if (failure.isEmpty()) {
            end(row, Kind.CALLBACK_TAKEN, "taken");
        } else {
            failed(row, failure.get());
        }
    }

    /**
     * Sends the callback; returns empty after an acceptance, otherwise why the receiver did not accept the
     * callback.
     */
    private Optional<String> failure(CallbackRow row) throws InterruptedException {
        try {
            sender.send(settings.require(row.address()), body(row));
            return Optional.empty();
        } catch (IOException | ProblemException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("the callback of {} cannot be made", row, e);
            return Optional.of("internal error");
        }
    }

    private void failed(CallbackRow row, String why) {
        Instant now = clock.instant();
        if (settings.pace().isOver(row.closed(), now)) {
            end(row, Kind.CALLBACK_GIVEN_UP, "given up: " + why);
            return;
        }
        LOG.info("the callback of {} was not taken, try {}: {}", row, row.tries() + 1, why);
        table.again(row, settings.pace().next(row.tries(), now));
    }

    private void end(CallbackRow row, Kind kind, String how) {
        String text = "callback of " + row + " to " + row.place() + ", try " + (row.tries() + 1) + ", " + how;
        table.end(row, clock.instant(), new Entry(kind, OperationLedger.SERVICE, "local", text));
    }

    private String body(CallbackRow row) {
        Map<String, Object> body = row.group() ? ofGroup(row) : ofJob(row);
        body.put("closed", row.closed().toString());
        body.put("try", row.tries() + 1);
        body.put("sent", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        return json.writeValueAsString(body);
    }

    private static IllegalStateException unknown(CallbackRow row) {
        return new IllegalStateException(row + " is not in the journal");
    }

    private Map<String, Object> ofGroup(CallbackRow row) {
        JobGroup group = journal.group(row.token(), Optional.empty()).orElseThrow(() -> unknown(row));
        Map<String, Integer> ended = new TreeMap<>();
        journal.counts(row.token())
                .forEach(count -> ended.merge(count.outcome().orElse(""), count.jobs(), Integer::sum));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("event", "group.closed");
        body.put("token", group.token().value());
        body.put("name", group.name());
        body.put("owner", group.owner());
        body.put("outcome", JobOutcome.together(ended.keySet()));
        body.put("jobs", group.size());
        body.put("ended", ended);
        return body;
    }

    private Map<String, Object> ofJob(CallbackRow row) {
        Job job = journal.load(row.token()).orElseThrow(() -> unknown(row));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("event", "job.closed");
        body.put("token", job.token().value());
        body.put("name", job.request().name());
        body.put("owner", job.owner());
        job.outcome().ifPresent(outcome -> body.put("outcome", outcome.word()));
        job.outcome().ifPresent(outcome -> {
            if (outcome instanceof JobOutcome.Failed failed) {
                body.put("problem", failed.problem().code().id());
                body.put("message", failed.problem().message());
            }
        });
        return body;
    }

    /** Waits a moment for calls under way to be recorded; the next service repeats the others. */
    @Override
    public void close() {
        rounds.close();
        senders.shutdown();
        try {
            senders.awaitTermination(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        senders.shutdownNow();
    }
}
