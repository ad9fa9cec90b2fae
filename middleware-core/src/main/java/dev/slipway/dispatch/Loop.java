package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobChange;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.VersionConflict;
import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single thread on which jobs change. The loop makes decisions and writes the journal; it never waits for data,
 * programs or other threads. When the journal cannot be reached, the loop tries again later by advancing the job anew.
 */
final class Loop {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    /** The most jobs in one transaction; other work has its turn between two transactions. */
    static final int JOBS_AT_ONCE = 200;

    private final JobJournal journal;
    private final MetaScheduler scheduler;
    private final DispatchSettings settings;
    private final Timer timer;
    private final Clock clock;
    private final Consumer<JobToken> advance;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "slipway-dispatch"));
    private final Map<JobToken, OpenJob> open = new ConcurrentHashMap<>();
    private final Set<JobToken> leftOut = ConcurrentHashMap.newKeySet();
    private final List<Consumer<Job>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    /** @param advance called for a job after a change that failed halfway */
    Loop(
            JobJournal journal,
            MetaScheduler scheduler,
            DispatchSettings settings,
            Timer timer,
            Clock clock,
            Consumer<JobToken> advance) {
        this.journal = journal;
        this.scheduler = scheduler;
        this.settings = settings;
        this.timer = timer;
        this.clock = clock;
        this.advance = advance;
    }

    void listen(Consumer<Job> listener) {
        listeners.add(listener);
    }

    Optional<OpenJob> peek(JobToken token) {
        return Optional.ofNullable(open.get(token));
    }

    /** Returns the jobs in memory, in their present states. */
    List<Job> all() {
        return open.values().stream().map(OpenJob::job).toList();
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Runs {@code action} for the job on the loop's thread; if the journal cannot be reached, advances the job later.
     */
    void post(JobToken token, Runnable action) {
        execute(() -> attempt(token, action));
    }

    /** Runs {@code action} for the job now, on the loop's thread; if the action fails, advances the job later. */
    void attempt(JobToken token, Runnable action) {
        try {
            action.run();
        } catch (JournalUnavailable | VersionConflict e) {
            LOG.warn("job {}: {}; trying again", token, e.getMessage());
            again(settings.firstRetry(), token);
        } catch (JournalCorrupt e) {
            leaveOut(e);
            again(settings.firstRetry(), token);
        } catch (RuntimeException e) {
            LOG.error("job {}: cannot be moved on; trying again later", token, e);
            again(settings.lastRetry(), token);
        }
    }

    private void again(Duration delay, JobToken token) {
        if (!leftOut(token)) {
            peek(token).ifPresent(OpenJob::doubt);
            later(delay, token);
        }
    }

    /** Stops moving the job for good, so that the job holds up no other: an operator has to examine the journal. */
    void leaveOut(JournalCorrupt e) {
        if (leftOut.add(e.token())) {
            LOG.error("{}; it is left as it stands, see `slipway audit verify`", e.getMessage());
        }
        open.remove(e.token());
        scheduler.forget(e.token());
    }

    /** Returns whether the job is left out because its journal is damaged. */
    boolean leftOut(JobToken token) {
        return leftOut.contains(token);
    }

    /** Runs {@code task} on the loop's thread. */
    void execute(Runnable task) {
        try {
            thread.execute(() -> {
                if (!closing) {
                    task.run();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: a late event is dropped and found again at the next start");
        }
    }

    /** Runs {@code action} on the loop's thread, between two other tasks, and waits for its result. */
    <T> T between(Supplier<T> action) {
        try {
            return ask(action).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while jobs were being changed", e);
        }
    }

    /** Runs {@code action} on the loop's thread and passes its result or exception to the caller's future. */
    <T> Future<T> ask(Supplier<T> action) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                if (closing) {
                    throw new IllegalStateException("the service is stopping");
                }
                answer.complete(action.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** Advances the job soon. */
    void advance(JobToken token) {
        advance.accept(token);
    }

    /** Advances the job after {@code delay}. */
    void later(Duration delay, JobToken token) {
        timer.after(delay, () -> advance.accept(token));
    }

    /**
     * Returns the job in memory, read from the journal if it is missing or in doubt; empty for an unknown or closed
     * job.
     */
    Optional<OpenJob> find(JobToken token) {
        OpenJob known = open.get(token);
        if (known != null && !known.stale()) {
            return Optional.of(known);
        }
        Optional<Job> job = journal.load(token).filter(found -> found.state() != JobState.CLOSED);
        if (known != null && job.isPresent()) {
            known.become(job.get());
            scheduler.update(entry(job.get()));
            return Optional.of(known);
        }
        open.remove(token);
        job.ifPresent(found -> open.put(token, new OpenJob(found)));
        return job.map(found -> open.get(token));
    }

    /**
     * Keeps in memory a job that was just read, unless the job is in memory already or has closed since the reading.
     */
    void adopt(Job job) {
        if (job.state() != JobState.CLOSED && scheduler.knows(job.token())) {
            open.putIfAbsent(job.token(), new OpenJob(job));
        }
    }

    /** Forgets a job that waits to be let in; the queue still holds its place. */
    void dropQueued(JobToken token) {
        peek(token)
                .filter(work -> work.job().state() == JobState.QUEUED && !work.stale())
                .ifPresent(work -> open.remove(token));
    }

    /** Loads those of the jobs that are not in memory, with few reads of the journal. */
    void adopt(List<JobToken> tokens) {
        List<JobToken> missing =
                tokens.stream().filter(token -> !open.containsKey(token)).toList();
        journal.loadSound(missing).forEach(this::adopt);
    }

    /** Appends events of one job to the journal, then informs the queue and the listeners. */
    void record(OpenJob work, JobEvent... events) {
        record(Map.of(work, List.of(events)));
    }

    /** Appends events of several jobs to the journal at once; skips jobs without an event. */
    void record(Map<OpenJob, List<JobEvent>> changes) {
        Map<OpenJob, List<JobEvent>> some = new LinkedHashMap<>(changes);
        some.values().removeIf(List::isEmpty);
        if (some.isEmpty()) {
            return;
        }
        List<JobChange> wanted = some.entrySet().stream()
                .map(change -> new JobChange(change.getKey().job(), change.getValue()))
                .toList();
        try {
            Iterator<Job> after = journal.append(wanted).iterator();
            some.keySet().forEach(work -> work.become(after.next()));
        } catch (JournalUnavailable | VersionConflict e) {
            some.keySet().forEach(OpenJob::doubt);
            throw e;
        }
        some.forEach(this::recorded);
    }

    private void recorded(OpenJob work, List<JobEvent> events) {
        Job now = work.job();
        for (JobEvent event : events) {
            LOG.info("job {}: {}", now.token(), Printable.line(event.text()));
        }
        scheduler.update(entry(now));
        if (now.state() == JobState.CLOSED) {
            open.remove(now.token());
        }
        listeners.forEach(listener -> tell(listener, now));
    }

    /** Tells a listener about a change that is on disk, so the failure of a listener is not one of the change. */
    private static void tell(Consumer<Job> listener, Job now) {
        try {
            listener.accept(now);
        } catch (RuntimeException e) {
            LOG.error("job {}: a listener failed", now.token(), e);
        }
    }

    /** Notes the outage and tries again later. */
    void block(OpenJob work, Problem problem) {
        note(work, problem);
        pause(work);
    }

    /** Notes the outage in the journal, once until the outage is over. */
    void note(OpenJob work, Problem problem) {
        if (work.unheardOf(problem)) {
            record(work, new JobEvent.Blocked(problem));
            work.told(problem);
        }
    }

    /**
     * Returns the problem by which the job, or its step, fails for good after a longer block than any outage may last.
     */
    Optional<Problem> tooLong(OpenJob work, Problem outage) {
        return work.job()
                .blockedSince()
                .filter(since -> !since.plus(settings.longestOutage()).isAfter(clock.instant()))
                .map(since -> new Problem(
                        ProblemCode.OUTAGE_TOO_LONG,
                        "given up after " + spoken(settings.longestOutage()) + ": " + outage.message(),
                        "blocked since " + since + "; " + outage.code().id() + "; " + outage.detail()));
    }

    private static String spoken(Duration limit) {
        return limit.toHours() > 0 ? limit.toHours() + " h" : limit.toSeconds() + " s";
    }

    /** Tries again later, with a longer delay after each failed try. */
    void pause(OpenJob work) {
        JobToken token = work.token();
        Duration wait = settings.retry(work.failedAgain(), token.hashCode());
        work.waitUntil(Optional.of(clock.instant().plus(wait)));
        timer.after(
                wait,
                () -> execute(() -> {
                    work.waitUntil(Optional.empty());
                    advance.accept(token);
                }));
    }

    /**
     * Notes the end of an outage, if there was one. An outage that comes and goes is noted only a limited number of
     * times.
     */
    void unblock(OpenJob work) {
        work.succeeded();
        if (work.job().blocked().isPresent() && work.mayUnblock()) {
            record(work, new JobEvent.Unblocked());
            work.unblocked();
        }
    }

    /** Lets the ready jobs of a partition wait, because the machines have no room for the first ready job now. */
    void noRoom(String partition) {
        scheduler.noRoom(partition);
    }

    /** Tells the queue the free slots of partitions; returns whether jobs that had to wait may now be launched. */
    boolean room(Map<String, Integer> free) {
        return scheduler.room(free);
    }

    static QueueEntry entry(Job job) {
        return new QueueEntry(
                job.token(),
                job.acceptance().order(),
                job.owner(),
                job.acceptance().partition(),
                job.request().launch().processes(),
                job.state(),
                job.blocked().isPresent(),
                job.held().isPresent());
    }

    static QueueEntry entry(JobRow row) {
        return new QueueEntry(
                row.token(),
                row.order(),
                row.owner(),
                row.partition(),
                row.processes(),
                row.state(),
                row.blocked(),
                row.held());
    }

    /** Ends the loop after its present task and drops all tasks that are still posted. */
    void close() {
        closing = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(20, TimeUnit.SECONDS)) {
                LOG.warn("the dispatcher's thread did not come to an end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
