package dev.slipway.dispatch;

import dev.slipway.effect.Effect;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.VersionConflict;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunProgress;
import dev.slipway.staging.StagingGateway;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves jobs on; the only caller of the staging gateway and the launcher. Two invariants hold: {@link #advance} is idempotent, so
 * recovery after any crash is to replay the journal and to advance; and an effect's intent is in the journal before the effect begins.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private static final int ROWS_AT_ONCE = 2000;

    private final JobJournal journal;
    private final MetaScheduler scheduler;
    private final DispatchSettings settings;
    private final Timer timer;
    private final Partitions partitions;
    private final Loop loop;
    private final ExecutorService movers;
    private final ExecutorService runners;
    private final StagingPhase staging;
    private final RunPhase running;
    private final CleaningPhase cleaning;
    private final List<Effect> all;

    /** What the dispatcher reads and decides by. */
    public record Decisions(
            JobJournal journal,
            MetaScheduler scheduler,
            Partitions partitions,
            DispatchSettings settings,
            Timer timer) {}

    /** Through what it acts. */
    public record Effects(
            StagingGateway gateway, Launcher launcher, RunFolders folders, ResultStore results, Witness witness) {}

    public Dispatcher(Decisions decisions, Effects effects) {
        journal = decisions.journal();
        scheduler = decisions.scheduler();
        settings = decisions.settings();
        timer = decisions.timer();
        partitions = decisions.partitions();
        loop = new Loop(journal, scheduler, settings, timer, this::advance);
        movers = Executors.newFixedThreadPool(settings.stepsAtOnce(), named("slipway-move-"));
        runners = Executors.newFixedThreadPool(settings.launchesAtOnce(), named("slipway-run-"));
        staging = new StagingPhase(loop, effects, movers, settings.stepsPerJob());
        RunWatch watch = new RunWatch(loop, effects.launcher(), timer, settings.poll());
        running = new RunPhase(loop, effects.launcher(), effects.folders(), partitions, runners, watch);
        cleaning = new CleaningPhase(loop, effects.results(), effects.folders(), movers);
        all = List.of(staging, effects.launcher(), effects.folders(), effects.results());
    }

    /** All that acts here, each with the moments at which it may be cut off. */
    public List<Effect> effects() {
        return all;
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> new Thread(task, prefix + number.incrementAndGet());
    }

    /** Tells {@code listener}, on the dispatcher's thread, of every job after each change. */
    public void listen(Consumer<Job> listener) {
        loop.listen(listener);
    }

    /** Takes up all open jobs of the journal where they stand. Of a queued job only its row is held in memory. */
    public void recover() {
        long after = Long.MIN_VALUE;
        for (List<JobRow> page = journal.open(after, ROWS_AT_ONCE);
                !page.isEmpty();
                page = journal.open(after, ROWS_AT_ONCE)) {
            for (JobRow row : page) {
                scheduler.update(Loop.entry(row));
                if (row.state() != JobState.QUEUED || !partitions.slots().containsKey(row.partition())) {
                    advance(row.token());
                }
                after = row.order();
            }
        }
        turns();
    }

    /** Takes up a job that was accepted just now. */
    public void accepted(QueueEntry entry) {
        loop.post(entry.token(), () -> {
            // A cancel may have come before.
            if (loop.peek(entry.token()).isEmpty() && !scheduler.knows(entry.token())) {
                scheduler.update(entry);
            }
            takeTurns();
        });
    }

    /** Moves the job on as far as it goes now, soon and on the dispatcher's thread. Idempotent: any number of calls do no harm. */
    public void advance(JobToken token) {
        loop.post(token, () -> {
            loop.find(token).ifPresent(this::moveOn);
            takeTurns();
        });
    }

    private void moveOn(OpenJob work) {
        switch (work.job().state()) {
            case QUEUED, READY -> fits(work);
            case STAGING_IN, STAGING_OUT -> {
                if (staging.advance(work)) {
                    moveOn(work);
                }
            }
            case RUNNING -> running.advance(work);
            case CLEANING -> cleaning.advance(work);
            case CLOSED -> {}
        }
    }

    /** A waiting job's partition may have gone, or shrunk, while the service was down. */
    private void fits(OpenJob work) {
        Job job = work.job();
        Optional<Problem> obstacle =
                partitions.obstacle(job.acceptance().partition(), job.request().launch());
        if (obstacle.isPresent()) {
            loop.record(work, new JobEvent.Failed(job.state(), obstacle.get()));
            moveOn(work);
        }
    }

    /** Lets in and launches whoever's turn it is. */
    private void takeTurns() {
        try {
            takeTurns(scheduler::nextToStageIn, work -> loop.record(work, new JobEvent.StageInBegun()));
            takeTurns(scheduler::nextToLaunch, running::intend);
        } catch (JournalUnavailable e) {
            LOG.warn("the queue waits for the journal: {}", e.getMessage());
            timer.after(settings.firstRetry(), this::turns);
        }
    }

    private void takeTurns(Supplier<Optional<JobToken>> turn, Consumer<OpenJob> begin) {
        for (Optional<JobToken> next = turn.get(); next.isPresent(); next = turn.get()) {
            JobToken token = next.get();
            try {
                OpenJob work = loop.find(token).orElseThrow();
                begin.accept(work);
                moveOn(work);
            } catch (JournalUnavailable | VersionConflict e) {
                loop.peek(token).ifPresent(OpenJob::doubt);
                throw new JournalUnavailable(e.getMessage(), e);
            } catch (RuntimeException e) {
                LOG.error("job {} cannot be moved on and is left out until the next start", token, e);
                scheduler.forget(token);
            }
        }
    }

    private void turns() {
        loop.execute(this::takeTurns);
    }

    /**
     * Ends the job, whatever it does now; returns when that is in the journal. A job that is decided, cleaning or closed is left as it
     * is, and so is one that was cancelled before.
     */
    public void cancel(JobToken token, String by, String from) {
        decide(token, work -> cancel(work, by, from));
    }

    /**
     * Keeps a waiting job from being let in and from being launched; what moves already goes on. A job that is held stays so.
     *
     * @throws dev.slipway.problem.ProblemException JOB_STATE for a job that runs or is past its run
     */
    public void hold(JobToken token, String by, String from) {
        decide(token, work -> {
            requireWaiting(work.job());
            if (work.job().held().isEmpty()) {
                loop.record(work, new JobEvent.Held(by, from));
            }
        });
    }

    /** Lets a held job take its turns again, in its old rank; leaves any other as it is. */
    public void release(JobToken token, String by, String from) {
        decide(token, work -> {
            if (work.job().held().isPresent() && work.job().outcome().isEmpty()) {
                loop.record(work, new JobEvent.Released(by, from));
                advance(token);
            }
        });
    }

    private static void requireWaiting(Job job) {
        boolean waits =
                switch (job.state()) {
                    case QUEUED, STAGING_IN, READY -> job.outcome().isEmpty();
                    case RUNNING, STAGING_OUT, CLEANING, CLOSED -> false;
                };
        if (!waits) {
            throw new ProblemException(
                    Problem.of(ProblemCode.JOB_STATE, "job " + job.token() + " is past its launch: " + job.state()));
        }
    }

    private void decide(JobToken token, Consumer<OpenJob> decision) {
        try {
            loop.ask(() -> {
                        loop.find(token).ifPresent(decision);
                        return true;
                    })
                    .get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while job " + token + " was being changed", e);
        }
    }

    private void cancel(OpenJob work, String by, String from) {
        Job job = work.job();
        if (job.decided() || job.cancelRequestedBy().isPresent()) {
            return;
        }
        switch (job.state()) {
            case QUEUED, READY -> loop.record(work, new JobEvent.CancelRequested(by, from), new JobEvent.Cancelled(by));
            case STAGING_IN, RUNNING, STAGING_OUT -> loop.record(work, new JobEvent.CancelRequested(by, from));
            case CLEANING, CLOSED -> {
                return;
            }
        }
        advance(work.token());
    }

    /** The job, from memory as far as it is there and from the journal for the rest; empty for an unknown one. */
    public Optional<Job> job(JobToken token) {
        Optional<Job> known = loop.peek(token).map(OpenJob::job);
        return known.isPresent() ? known.map(journal::refresh) : journal.load(token);
    }

    /** How far a job is beyond what the journal says. */
    public record Live(Map<StepId, Moving> steps, Optional<RunProgress> progress) {}

    /** A step on its way. */
    public record Moving(long bytes, long rows) {}

    /** What is under way for a job now; empty for one that is not in memory. */
    public Live live(JobToken token) {
        return loop.peek(token)
                .map(work -> new Live(
                        work.meters().entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey,
                                        meter -> new Moving(
                                                meter.getValue().bytes(),
                                                meter.getValue().rows()))),
                        work.progress()))
                .orElseGet(() -> new Live(Map.of(), Optional.empty()));
    }

    /** Stops moving; runs go on under their guards. What was under way is found again at the next start. */
    @Override
    public void close() {
        loop.close();
        movers.shutdownNow();
        runners.shutdown();
        try {
            boolean quiet =
                    movers.awaitTermination(20, TimeUnit.SECONDS) & runners.awaitTermination(20, TimeUnit.SECONDS);
            if (!quiet) {
                LOG.warn("some transfers did not stop when interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
