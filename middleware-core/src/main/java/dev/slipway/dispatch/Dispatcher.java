package dev.slipway.dispatch;

import dev.slipway.effect.Effect;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import dev.slipway.request.Place;
import dev.slipway.run.Launcher;
import dev.slipway.run.Storage;
import dev.slipway.run.StorageSettings;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import dev.slipway.stoppage.Stoppages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves jobs on; the only caller of the staging gateway and the launcher. Two invariants hold. {@link #advance} is
 * idempotent, so recovery after any crash is to replay the journal and to advance. An effect's intent is in the journal
 * before the effect begins.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private final JobJournal journal;
    private final MetaScheduler scheduler;
    private final DispatchSettings settings;
    private final Timer timer;
    private final Storage storage;
    private final Partitions partitions;
    private final Loop loop;
    private final UserCommands commands;
    private final WorkerPools pools;
    private final TransferRates rates = new TransferRates();
    private final Stoppages stoppages;
    private final Launches launches;
    private final Probes probes;
    private final Probes clusters;
    private final Outages outages;
    private final StepTurns turns;
    private final StagingPhase staging;
    private final RunPhase running;
    private final CleaningPhase cleaning;
    private final QueueTurns queueTurns;
    private final List<Effect> all;
    private final Launcher launcher;
    private final RoomCheck room;
    /** Whether all jobs that were open at the start have been looked at; only the loop's thread uses this field. */
    private boolean recovered;

    /** Whether turns are to be tried again after a failure of the journal; only the loop's thread uses this field. */
    private boolean retryDue;

    private volatile boolean closed;

    public Dispatcher(Decisions decisions, Effects effects) {
        journal = decisions.journal();
        scheduler = decisions.scheduler();
        settings = decisions.settings();
        timer = decisions.timer();
        storage = decisions.storage();
        partitions = decisions.partitions();
        loop = new Loop(journal, scheduler, settings, timer, decisions.clock(), this::advance);
        commands = new UserCommands(journal, loop, this::advance);
        pools = new WorkerPools(settings);
        stoppages = decisions.stoppages();
        launches = new Launches(partitions, stoppages);
        drain();
        launcher = effects.launcher();
        scheduler.room(launcher.freeSlots());
        RemovedPlaces removed = new RemovedPlaces(effects.gateway());
        probes = new Probes(removed::probe, effects.answers(), pools.probers(), decisions.clock());
        clusters = new Probes(
                cluster -> launcher.check(cluster.name()), effects.answers(), pools.probers(), decisions.clock());
        outages = new Outages(loop, probes, stoppages, settings, timer, removed);
        turns = new StepTurns(settings.steps(), pools.movers());
        StorageSettings limits = storage.settings();
        room = new RoomCheck(storage, timer, settings.firstRetry(), () -> loop.execute(this::lookForRoom));
        TakeOver takeOver = new TakeOver(journal, effects.folders(), effects.witness());
        staging = new StagingPhase(
                loop,
                outages,
                effects,
                takeOver,
                new StagingPhase.Movers(
                        turns, pools.copiers(), rates, new StallWatch(settings.stalls(), timer, loop::now)),
                new StagingPhase.PerJob(
                        settings.stepsPerJob(),
                        new StagedQuota(limits.jobBytes(), limits.jobEntries()),
                        decisions.grants()));
        RunWatch watch = new RunWatch(launcher, timer, settings.poll(), this::look);
        CheckpointFolders checkpoints =
                new CheckpointFolders(loop, journal, effects.folders(), limits.folderLifetime());
        running = new RunPhase(
                loop, effects, checkpoints, partitions, pools.runners()::of, new RunPhase.Pace(watch, this::turns));
        queueTurns = new QueueTurns(loop, scheduler, running, this::moveOn);
        clusters.tell((cluster, found) -> loop.execute(() -> running.away().checked(cluster.name(), found)));
        cleaning =
                new CleaningPhase(loop, effects.results(), effects.folders(), limits, new OwnerTurns(pools.cleaners()));
        all = List.of(staging, takeOver, launcher, effects.folders(), effects.results());
    }

    /** Returns all effects, each with the moments at which a crash may cut it off. */
    public List<Effect> effects() {
        return all;
    }

    /** Returns how long steps took at each place. */
    public TransferRates rates() {
        return rates;
    }

    /** Registers a listener that is called, on the dispatcher's thread, with each job after each change. */
    public void listen(Consumer<Job> listener) {
        loop.listen(listener);
    }

    /** Recovers all open jobs of the journal. For a queued job, only its row is held in memory. */
    public void recover() {
        new Recovery(journal, scheduler, partitions, loop).run();
        loop.execute(() -> recovered = true);
        turns();
    }

    /** Takes up a job that was accepted before, unless the job is known. */
    public void accepted(JobToken token) {
        loop.post(token, () -> {
            if (!scheduler.knows(token)) {
                journal.row(token).map(Loop::entry).ifPresent(scheduler::update);
            }
            takeTurns();
        });
    }

    /** Takes up accepted jobs that the queue expects, all of them before the first can be let in. */
    public void accepted(List<QueueEntry> entries) {
        loop.execute(() -> {
            entries.forEach(this::arrive);
            takeTurns();
        });
    }

    /** Takes up one job. A job that a user's command has already moved on needs no place in the queue. */
    private void arrive(QueueEntry entry) {
        boolean waits = loop.peek(entry.token())
                .map(work -> work.job().state() == JobState.QUEUED)
                .orElse(true);
        if (waits) {
            scheduler.arrive(entry);
        } else {
            scheduler.stayAway(entry.owner(), 1);
        }
    }

    /** Moves the job on as far as possible, soon, on the dispatcher's thread. Can be called repeatedly. */
    public void advance(JobToken token) {
        loop.post(token, () -> {
            loop.find(token).ifPresent(this::moveOn);
            takeTurns();
            loop.dropQueued(token);
        });
    }

    private void look(OpenJob work) {
        loop.execute(() -> {
            work.looked();
            advance(work.token());
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

    /**
     * Checks a waiting job against its partition, which may have changed by a reload or while the service was down. If
     * the partition is gone or too small since a reload, the job waits, because the next reload can bring the slots
     * back.
     */
    private void fits(OpenJob work) {
        Optional<Problem> found = recovered ? launches.refusal(work.job()) : launches.obstacle(work.job());
        found.ifPresent(problem -> {
            loop.record(work, new JobEvent.Failed(work.job().state(), problem));
            moveOn(work);
        });
    }

    /** Describes why no job is launched that waits for the partition of this job; empty if launches go on. */
    public Optional<String> launchesStopped(Job job) {
        return launches.stopped(job);
    }

    /**
     * Applies a reload of the settings between two turns, so that no turn sees half of the change. Then looks again at
     * all places and jobs that wait. Returns when the settings are changed.
     */
    public void reload(Runnable change) {
        loop.between(() -> {
            change.run();
            drain();
            return true;
        });
        loop.execute(() -> {
            outages.askAll();
            loop.all().stream()
                    .filter(job -> job.state() == JobState.READY)
                    .map(Job::token)
                    .forEach(this::advance);
            takeTurns();
        });
    }

    /** Tells the queue the drained partitions. Calls wait for each other, so that the newest drains count. */
    private synchronized void drain() {
        scheduler.drained(launches.drained());
    }

    /** Refuses new work while the store is short of space. @throws dev.slipway.problem.ProblemException STORE_FULL */
    public void requireRoom() {
        storage.storeShortage().ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    /** Refuses new work once this service is closed and would not move the work on. */
    public void requireOpen() {
        if (closed) {
            throw new JournalUnavailable("this service has stopped working on its store", null);
        }
    }

    /** Returns the disk shortage that keeps all jobs from being let in or launched, if any. */
    public Optional<Problem> shortage() {
        return storage.shortage();
    }

    private void lookForRoom() {
        room.checked();
        takeTurns();
    }

    /** Lets in and launches the jobs that have their turns now. */
    private void takeTurns() {
        if (!room.hasRoom()) {
            return;
        }
        try {
            queueTurns.take();
        } catch (JournalUnavailable e) {
            retry(e);
        }
    }

    /** Schedules a single later round of turns, however often turns fail until then. */
    private void retry(JournalUnavailable e) {
        if (!retryDue) {
            retryDue = true;
            LOG.warn("the queue waits for the journal: {}", e.getMessage());
            timer.after(settings.firstRetry(), () -> loop.execute(this::retryTurns));
        }
    }

    private void retryTurns() {
        retryDue = false;
        takeTurns();
    }

    /** Schedules a round of turns after a limit has changed. */
    public void turns() {
        loop.execute(this::takeTurns);
    }

    /** Returns the present stoppages. Any code that changes them calls {@link #stopped} or {@link #resumed}. */
    public Stoppages stoppages() {
        return stoppages;
    }

    /** Applies new stoppages: no stopped launch or step begins after this moment. */
    public void stopped() {
        drain();
    }

    /** Lets stopped launches or steps go on, soon. */
    public void resumed(Subject subject) {
        drain();
        loop.execute(() -> {
            if (subject instanceof StepsAt steps) {
                outages.resumed(steps.place());
            }
            takeTurns();
        });
    }

    /** Probes the place soon, unless a probe is under way; if the place answers, waiting jobs go on. */
    public void ask(Place place) {
        of(place).ask(place);
    }

    private Probes of(Place place) {
        return place instanceof Place.Cluster ? clusters : probes;
    }

    /** Returns the health of the place as known from probes, also of earlier runs of the service. */
    public PlaceHealth health(Place place) {
        return of(place).health(place);
    }

    /** Returns the jobs that wait for the place. */
    public Waiters waiters(Place place) {
        return place instanceof Place.Cluster
                ? running.away().waiters(place.name())
                : new Waiters(outages.waiting(place), outages.nextTry(place));
    }

    /** Returns the number of steps that move now. */
    public int stepsMoving() {
        return turns.moving();
    }

    /**
     * Applies a user's command to the job. Returns when the journal holds the command; does not wait for moving steps
     * or running programs.
     *
     * @throws dev.slipway.problem.ProblemException JOB_STATE if the job's state does not fit
     */
    public void grant(JobToken token, UserCommand command, String by, String from) {
        requireOpen();
        commands.grant(token, job -> command.of(job, by, from));
    }

    /** Applies a command to several jobs, in order. Skips closed jobs, and jobs in another state. */
    public Granted grant(List<JobToken> tokens, UserCommand command, String by, String from) {
        requireOpen();
        return commands.grant(tokens, job -> command.of(job, by, from));
    }

    /** Returns whether the job's journal was found damaged, so that the job is not moved on. */
    public boolean leftOut(JobToken token) {
        return loop.leftOut(token);
    }

    /** Returns the jobs that were let in and are not closed, in their present states. */
    public List<Job> inHand() {
        return loop.all();
    }

    /** Returns the job in its present state if the job was let in and is not closed. */
    public Optional<Job> inHand(JobToken token) {
        return loop.peek(token).map(OpenJob::job);
    }

    /** Returns why movable steps of the job wait for the limits of staging, the oldest step first. */
    public List<StepWait> waits(Job job) {
        return turns.waits(job.acceptance().order());
    }

    /** Returns the live progress of a job; empty values for a job that is not in memory. */
    public LiveProgress live(JobToken token) {
        return loop.peek(token)
                .map(work -> new LiveProgress(
                        Map.copyOf(work.meters()),
                        work.progress(),
                        work.nextTry().or(() -> outages.nextTry(token)),
                        work.expected()))
                .orElse(LiveProgress.NONE);
    }

    /** Stops moving jobs; runs go on under their guards. The next start finds all interrupted work again. */
    @Override
    public void close() {
        closed = true;
        loop.close();
        launcher.close();
        pools.close();
    }
}
