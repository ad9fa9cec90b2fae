package dev.slipway.dispatch;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.grant.GrantBook;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.MovedFile;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.request.StepKinds;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.staging.Expectation;
import dev.slipway.staging.IntentLedger;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs stage-in and stage-out: starts the steps that are due and records how they end. A failed step or a cancel first
 * stops the steps that still move; the job is decided only when all of them have stopped.
 */
final class StagingPhase implements Effect {
    private static final String BEGUN = "begun, nothing done";
    private static final String DONE = "done, not recorded";

    private final Loop loop;
    private final Outages outages;
    private final StagingGateway gateway;
    private final RunFolders folders;
    private final TakeOverTiming takingOver;
    private final Movers movers;
    private final SharedSnapshots snapshots;
    private final PerJob perJob;
    private final Witness witness;

    /**
     * The components that move data.
     *
     * @param turns the turns of steps, which share places
     * @param copies runs copies within this machine
     * @param rates learn how long steps take
     * @param stalls break off steps that stand still
     */
    record Movers(StepTurns turns, Executor copies, TransferRates rates, StallWatch stalls) {}

    /**
     * The limits of one job.
     *
     * @param steps the number of steps that move at once
     * @param quota the quota of staged data
     * @param grants the grants that the job's steps need
     */
    record PerJob(int steps, StagedQuota quota, GrantBook grants) {}

    StagingPhase(Loop loop, Outages outages, Effects effects, TakeOver takeOver, Movers movers, PerJob perJob) {
        this.loop = loop;
        this.outages = outages;
        this.gateway = effects.gateway();
        this.folders = effects.folders();
        this.witness = effects.witness();
        this.movers = movers;
        this.snapshots = new SharedSnapshots(loop, gateway, folders, movers.copies());
        this.perJob = perJob;
        this.takingOver = new TakeOverTiming(loop, takeOver, perJob.grants(), movers.copies());
    }

    /** Returns, for each kind of step, the kill points that all kinds share. */
    @Override
    public List<KillPoint> killPoints() {
        return StepKinds.byName().values().stream()
                .flatMap(kind -> Stream.of(point(kind, BEGUN), point(kind, DONE)))
                .toList();
    }

    private static KillPoint point(Class<?> kind, String moment) {
        return new KillPoint(kind.getSimpleName(), moment);
    }

    /**
     * Returns the events that begin the stage-in of a job. A job without steps of stage-in is ready at once, in the
     * same transaction, because each transaction of the journal delays all jobs.
     */
    static List<JobEvent> begin(Job job) {
        return job.request().stageIn().isEmpty()
                ? List.of(new JobEvent.StageInBegun(), new JobEvent.StagedIn())
                : List.of(new JobEvent.StageInBegun());
    }

    /** Advances the job as far as possible now; returns true if the job left its state or its outcome was decided. */
    boolean advance(OpenJob work) {
        Optional<JobEvent> verdict = verdict(work.job());
        if (verdict.isPresent()) {
            if (!work.interruptMoves()) {
                loop.record(work, verdict.get());
                snapshots.release(work);
                return true;
            }
            return false;
        }
        if (work.job().givenUp()) {
            return giveUp(work);
        }
        if (snapshots.beginsAnew(work)) {
            return false;
        }
        List<StagingStep> due = OpenSteps.due(work.job());
        List<StagingStep> cutOff = OpenSteps.cutOff(work.job());
        if (due.isEmpty() && cutOff.isEmpty() && work.moving().isEmpty()) {
            loop.record(work, ended(work.job()));
            snapshots.release(work);
            return true;
        }
        cutOff.forEach(step -> begin(work, step));
        if (!takingOver.holdsBack(work, due)) {
            due.forEach(step -> begin(work, step));
        }
        return false;
    }

    /** Gives up the remaining steps, once no step moves. */
    private boolean giveUp(OpenJob work) {
        if (work.interruptMoves()) {
            return false;
        }
        String by = work.job().cancelRequestedBy().orElse("a user");
        List<JobEvent> events = new ArrayList<>();
        Stream.concat(OpenSteps.eligible(work.job()).stream(), OpenSteps.cutOff(work.job()).stream())
                .filter(step -> !work.job().step(step).over())
                .map(step -> new JobEvent.StepFailed(step.direction(), step.name(), givenUp(work.job(), step, by)))
                .forEach(events::add);
        events.add(new JobEvent.StagedOut());
        loop.record(work, events.toArray(JobEvent[]::new));
        return true;
    }

    private static Problem givenUp(Job job, StagingStep step, String by) {
        return new Problem(
                ProblemCode.STEP_GIVEN_UP,
                "step " + step.name() + " to " + step.placeName() + " was given up by " + by,
                job.step(step)
                        .intended()
                        .map(key -> "it had begun, and may have left " + key)
                        .orElse(""));
    }

    private static Optional<JobEvent> verdict(Job job) {
        if (job.decided()) {
            return Optional.empty();
        }
        if (job.cancelRequestedBy().isPresent()) {
            return job.cancelRequestedBy().map(JobEvent.Cancelled::new);
        }
        return OpenSteps.of(job).stream()
                .flatMap(step -> job.step(step).failed().stream())
                .findFirst()
                .map(problem -> new JobEvent.Failed(job.state(), problem));
    }

    private JobEvent ended(Job job) {
        if (job.state() == JobState.STAGING_OUT) {
            return new JobEvent.StagedOut();
        }
        RunFolder folder = folders.create(job.token().value());
        return job.manifest().stream()
                .filter(file -> !StagedFilesCheck.present(folder, file))
                .findFirst()
                .map(file -> (JobEvent) new JobEvent.Failed(job.state(), missing(file)))
                .orElseGet(JobEvent.StagedIn::new);
    }

    private static Problem missing(MovedFile file) {
        return Problem.of(
                ProblemCode.FILE_MISSING,
                "staged file " + file.file() + " is no longer in the run folder as it was staged");
    }

    private void begin(OpenJob work, StagingStep step) {
        StepId id = StepId.of(step);
        if (work.waiting() || work.moving().containsKey(id) || work.moving().size() >= perJob.steps()) {
            return;
        }
        Place place = step.place();
        Optional<Problem> givenUp = outages.tooLong(work, place);
        if (givenUp.isPresent()) {
            loop.record(work, new JobEvent.StepFailed(id.direction(), id.name(), givenUp.get()));
            loop.advance(work.token());
        } else if (!outages.waits(work, place)) {
            move(work, id, step, place);
        }
    }

    private void move(OpenJob work, StepId id, StagingStep step, Place place) {
        AtomicLong moved = new AtomicLong();
        Optional<String> intended = work.job().step(step).intended().filter(key -> !TakeOver.isIntent(key));
        IntentLedger ledger = new JournalLedger(loop, work, step, intended, snapshots.ledger(work, step));
        boolean settles = OpenSteps.cutOff(work.job()).contains(step);
        boolean begun = work.job().step(step).intended().isPresent();
        String owner = work.job().owner();
        Supplier<Optional<MovingStep>> reading =
                () -> Optional.ofNullable(work.meters().get(id));
        Move move = new Move(
                step.name(),
                () -> movers.stalls().watched(words(step, place), reading, () -> {
                    outages.refuse(place);
                    StepContext context = context(work, id, step, ledger, moved);
                    if (!settles && !begun) {
                        // A grant that the job had when it was accepted may have been revoked since.
                        perJob.grants().of(owner).require(owner, step);
                    }
                    return List.of(settles ? settled(id, step, context) : moved(id, moved(step, context)));
                }),
                end -> loop.post(work.token(), () -> ended(work, id, place, end)));
        work.moving().put(id, move);
        movers.turns().add(claim(work.job(), step, place, moved), move);
    }

    private static String words(StagingStep step, Place place) {
        return "step " + step.name() + (step.direction() == Direction.IN ? " from " : " to ") + place;
    }

    private static StepTurns.Claim claim(Job job, StagingStep step, Place place, AtomicLong moved) {
        boolean in = step.direction() == Direction.IN;
        return new StepTurns.Claim(
                job.acceptance().order(),
                new StepTurns.User(job.owner()),
                new StepTurns.Lane(place, in),
                String.join(
                        "\n",
                        job.owner(),
                        job.request().name(),
                        step.direction().name(),
                        step.name()),
                moved::get);
    }

    private StepReport moved(StagingStep step, StepContext context) throws InterruptedException {
        witness.passes(point(step.getClass(), BEGUN));
        StepReport report = gateway.move(step, context);
        witness.passes(point(step.getClass(), DONE));
        return report;
    }

    private JobEvent settled(StepId id, StagingStep step, StepContext context) throws InterruptedException {
        Optional<StepReport> done = gateway.settle(step, context);
        return done.isPresent()
                ? moved(id, done.get())
                : new JobEvent.StepFailed(
                        id.direction(),
                        id.name(),
                        Problem.of(
                                ProblemCode.STEP_GIVEN_UP,
                                "step " + id.name() + " to " + step.placeName()
                                        + " was cut off by the end of the job; nothing of it is left there"));
    }

    private StepContext context(OpenJob work, StepId id, StagingStep step, IntentLedger ledger, AtomicLong moved) {
        RunFolder folder = folders.create(work.token().value());
        if (step.direction() == Direction.OUT && !step.isFolder()) {
            StagedFilesCheck.requireNoTrap(folder, step.file());
        }
        Instant begun = loop.now();
        work.meters().put(id, MovingStep.begun(begun));
        return new StepContext(
                work.token(),
                work.job().owner(),
                folder.files(),
                new StepMeter(work.meters(), id, moved, loop::now),
                ledger,
                witness,
                new StepContext.Room(
                        perJob.quota().room(work.job(), step), perJob.quota().entries(work.job())),
                work.job().request().contract(step).map(contract -> new Expectation(contract, begun)));
    }

    private void ended(OpenJob work, StepId id, Place place, Move.End end) {
        work.moving().remove(id);
        MovingStep last = work.meters().remove(id);
        if (last != null && end instanceof Move.End.Moved) {
            Duration took = Duration.between(last.begun(), loop.now());
            movers.rates().ended(place, id.direction() == Direction.IN, last.fresh(), took);
        }
        loop.find(work.token()); // This clears a doubt first, so that the recorded events fit the job's real state.
        if (end instanceof Move.End.Moved moved) {
            over(work);
            loop.record(
                    work,
                    moved.events().stream()
                            .map(event -> perJob.quota().within(work.job(), id, event))
                            .toArray(JobEvent[]::new));
        } else if (end instanceof Move.End.Refused refused) {
            refused(work, id, place, refused.problem());
        } else if (work.job().cancelRequestedBy().isEmpty()
                && verdict(work.job()).isEmpty()) {
            loop.pause(work);
        }
        loop.advance(work.token());
    }

    /**
     * Ends the job's block after a step ended well, or notes the outage of another place that the job still waits for.
     */
    private void over(OpenJob work) {
        Optional<Problem> other = outages.waitsFor(work);
        if (other.isPresent()) {
            work.tellAgain();
            loop.note(work, other.get());
        } else {
            loop.unblock(work);
        }
    }

    private void refused(OpenJob work, StepId id, Place place, Problem problem) {
        if (problem.code() == ProblemCode.PLACE_PAUSED) {
            return; // The length of an earlier wait does not matter; the job waits again at its next try.
        }
        boolean outage = problem.isOutage();
        Optional<Problem> lasting = outage ? snapshots.lasting(work, problem) : Optional.of(problem);
        if (lasting.isPresent()) {
            loop.record(work, new JobEvent.StepFailed(id.direction(), id.name(), lasting.get()));
        } else if (problem.code() == ProblemCode.STORAGE_FULL || problem.code() == ProblemCode.STORE_UNREACHABLE) {
            // The outage concerns the service's own disk or database, so no place can be probed for it.
            loop.block(work, problem);
        } else if (problem.code() == ProblemCode.SNAPSHOT_LOST) {
            snapshots.lost(work, place.name(), problem);
        } else {
            outages.failed(work, place, problem);
        }
    }

    private static JobEvent.StepMoved moved(StepId id, StepReport report) {
        return new JobEvent.StepMoved(
                id.direction(),
                id.name(),
                report.bytes(),
                report.rows(),
                report.files().stream()
                        .map(file -> new MovedFile(file.file(), file.bytes(), file.sha256()))
                        .toList(),
                report.statement(),
                Optional.empty());
    }
}
