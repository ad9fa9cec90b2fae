package dev.slipway.dispatch;

import dev.slipway.effect.Effect;
import dev.slipway.effect.Witness;
import dev.slipway.grant.GrantBook;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.VersionConflict;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.run.Storage;
import dev.slipway.run.StorageSettings;
import dev.slipway.staging.Place;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.staging.StagingGateway;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import dev.slipway.stoppage.Stoppages;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    private final Probes probes;
    private final Outages outages;
    private final StepTurns turns;
    private final StagingPhase staging;
    private final RunPhase running;
    private final CleaningPhase cleaning;
    private final List<Effect> all;
    private boolean isShort;
    private boolean lookDue;
    private volatile boolean closed;

    /** What the dispatcher reads and decides by. */
    public record Decisions(
            JobJournal journal,
            MetaScheduler scheduler,
            Partitions partitions,
            DispatchSettings settings,
            Timer timer,
            Clock clock,
            Storage storage,
            GrantBook grants,
            Stoppages stoppages) {}

    /** Through what it acts. */
    public record Effects(
            StagingGateway gateway, Launcher launcher, RunFolders folders, ResultStore results, Witness witness) {}

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
        scheduler.drained(drained());
        probes = new Probes(effects.gateway(), pools.probers(), decisions.clock());
        outages = new Outages(loop, probes, stoppages, settings, timer);
        turns = new StepTurns(settings.steps(), pools.movers());
        StorageSettings room = storage.settings();
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
                        new StagedQuota(room.jobBytes(), room.jobEntries()),
                        decisions.grants()));
        RunWatch watch = new RunWatch(effects.launcher(), timer, settings.poll(), this::look);
        CheckpointFolders checkpoints = new CheckpointFolders(loop, journal, effects.folders(), room.folderLifetime());
        running = new RunPhase(loop, effects, checkpoints, partitions, pools.runners(), watch);
        cleaning =
                new CleaningPhase(loop, effects.results(), effects.folders(), room, new OwnerTurns(pools.cleaners()));
        all = List.of(staging, takeOver, effects.launcher(), effects.folders(), effects.results());
    }

    /** All that acts here, each with the moments at which it may be cut off. */
    public List<Effect> effects() {
        return all;
    }

    /** How long steps took at each place. */
    public TransferRates rates() {
        return rates;
    }

    /** Tells {@code listener}, on the dispatcher's thread, of every job after each change. */
    public void listen(Consumer<Job> listener) {
        loop.listen(listener);
    }

    /** Takes up all open jobs of the journal where they stand. Of a queued job only its row is held in memory. */
    public void recover() {
        new Recovery(journal, scheduler, partitions, loop).run();
        turns();
    }

    /** Takes up a job that was accepted before, unless it is known. */
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

    /** Takes up one job. A command of its user may have come before, and moved it on: then it needs no place. */
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

    /** Moves the job on as far as it goes, soon and on the dispatcher's thread. Can be called any number of times. */
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

    /** Refuses what the store may have no space for. @throws dev.slipway.problem.ProblemException STORE_FULL */
    public void requireRoom() {
        storage.storeShortage().ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    /** Refuses what nobody would move any more. */
    public void requireOpen() {
        if (closed) {
            throw new JournalUnavailable("this service has stopped working on its store", null);
        }
    }

    /** Why no job is let in or launched now, whoever's turn it is; empty while the disks have room. */
    public Optional<Problem> shortage() {
        return storage.shortage();
    }

    /** Whether new work has room on the disks; if not, looks again later, one such look at a time. */
    private boolean roomForTurns() {
        Optional<Problem> shortage = shortage();
        if (shortage.isPresent() != isShort) {
            isShort = shortage.isPresent();
            LOG.warn("{}", shortage.map(Problem::message).orElse("the disks have room again: the queue goes on"));
        }
        if (isShort && !lookDue) {
            lookDue = true;
            timer.after(
                    settings.firstRetry(),
                    () -> loop.execute(() -> {
                        lookDue = false;
                        takeTurns();
                    }));
        }
        return !isShort;
    }

    /** Lets in and launches whoever's turn it is. */
    private void takeTurns() {
        if (!roomForTurns()) {
            return;
        }
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
                Optional<OpenJob> work = loop.find(token);
                if (work.isEmpty()) {
                    // Cancelled and closed before it arrived.
                    scheduler.forget(token);
                    continue;
                }
                begin.accept(work.get());
                moveOn(work.get());
            } catch (JournalUnavailable | VersionConflict e) {
                loop.peek(token).ifPresent(OpenJob::doubt);
                throw new JournalUnavailable(e.getMessage(), e);
            } catch (JournalCorrupt e) {
                loop.leaveOut(e);
            } catch (RuntimeException e) {
                LOG.error("job {} cannot be moved on and is left out until the next start", token, e);
                scheduler.forget(token);
            }
        }
    }

    /** Lets in and launches whoever's turn it is, soon: a limit has changed. */
    public void turns() {
        loop.execute(this::takeTurns);
    }

    /** What is stopped now; who changes it tells {@link #stopped} or {@link #resumed}. */
    public Stoppages stoppages() {
        return stoppages;
    }

    /** Heeds what was stopped just now: no launch and no step of it begins any more but what begins at this moment. */
    public void stopped() {
        scheduler.drained(drained());
    }

    /** Lets go on what was stopped, soon. */
    public void resumed(Subject subject) {
        scheduler.drained(drained());
        loop.execute(() -> {
            if (subject instanceof StepsAt steps) {
                outages.resumed(steps.place());
            }
            takeTurns();
        });
    }

    private Set<String> drained() {
        return partitions.slots().keySet().stream()
                .filter(name -> stoppages.ofLaunches(name).isPresent())
                .collect(Collectors.toSet());
    }

    /** Asks the place soon whether it lets us in, unless it is being asked; jobs that wait for it go on if it does. */
    public void ask(Place place) {
        probes.ask(place);
    }

    /** What is known of the place from asking it. */
    public PlaceHealth health(Place place) {
        return probes.health(place);
    }

    /**
     * Who waits for a place to answer or to be resumed.
     *
     * @param jobs how many
     * @param nextTry when it is asked again for them; empty if nobody waits for an answer
     */
    public record Waiters(int jobs, Optional<Instant> nextTry) {}

    /** Who waits for the place. */
    public Waiters waiters(Place place) {
        return new Waiters(outages.waiting(place), outages.nextTry(place));
    }

    /** How many steps move now. */
    public int stepsMoving() {
        return turns.moving();
    }

    /**
     * Does with the job what its user wishes. Returns when the journal has it; does not wait for anything that moves or
     * runs.
     *
     * @throws dev.slipway.problem.ProblemException JOB_STATE if the job's state does not fit
     */
    public void grant(JobToken token, UserCommand command, String by, String from) {
        requireOpen();
        commands.grant(token, job -> command.of(job, by, from));
    }

    /** Does the same with several jobs, in order. Leaves those that are closed or whose state does not fit. */
    public Granted grant(List<JobToken> tokens, UserCommand command, String by, String from) {
        requireOpen();
        return commands.grant(tokens, job -> command.of(job, by, from));
    }

    /** Whether the job's journal was found damaged, so that it is not moved on. */
    public boolean leftOut(JobToken token) {
        return loop.leftOut(token);
    }

    /** The jobs that were let in and are not closed, as they stand now. */
    public List<Job> inHand() {
        return loop.all();
    }

    /** What keeps those steps of the job that could move but for the limits of staging, the oldest first. */
    public List<StepWait> waits(Job job) {
        return turns.waits(job.acceptance().order());
    }

    /** What is under way for a job now; empty for one that is not in memory. */
    public LiveProgress live(JobToken token) {
        return loop.peek(token)
                .map(work -> new LiveProgress(
                        Map.copyOf(work.meters()),
                        work.progress(),
                        work.nextTry().or(() -> outages.nextTry(token))))
                .orElseGet(() -> new LiveProgress(Map.of(), Optional.empty(), Optional.empty()));
    }

    /** Stops moving; runs go on under their guards. What was under way is found again at the next start. */
    @Override
    public void close() {
        closed = true;
        loop.close();
        pools.close();
    }
}
