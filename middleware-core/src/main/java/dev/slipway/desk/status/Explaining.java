package dev.slipway.desk.status;

import dev.slipway.desk.status.Explanation.Trouble;
import dev.slipway.dispatch.LiveProgress;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import dev.slipway.problem.Utc;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the words that explain the standing of a job, in every state and with every flag. No other class does this. */
public final class Explaining {
    private final Job job;
    private final LiveProgress live;
    private final Optional<Integer> position;
    private final BlockReason reason;
    private final Forecast forecast;

    private Explaining(Job job, LiveProgress live, Optional<Integer> position, BlockReason reason, Forecast forecast) {
        this.job = job;
        this.live = live;
        this.position = position;
        this.reason = reason;
        this.forecast = forecast;
    }

    public static Explanation of(
            Job job, LiveProgress live, Optional<Integer> position, BlockReason reason, Forecast forecast) {
        return new Explaining(job, live, position, reason, forecast).explanation();
    }

    /** The situation of a job; the first that applies is explained. */
    private enum Standing {
        CLOSED,
        ENDING,
        BLOCKED,
        HELD,
        KEPT_OUT,
        GOES_ON
    }

    private Standing standing() {
        boolean waits = job.state() == JobState.QUEUED || job.state() == JobState.READY;
        if (job.state() == JobState.CLOSED) {
            return Standing.CLOSED;
        }
        if (job.givenUp()
                || !job.decided()
                        && job.cancelRequestedBy().isPresent()
                        && job.blocked().isEmpty()) {
            return Standing.ENDING;
        }
        if (job.blocked().isPresent()) {
            return Standing.BLOCKED;
        }
        if (waits && job.held().isPresent()) {
            return Standing.HELD;
        }
        return waits && reason.why(job.state()).isPresent() ? Standing.KEPT_OUT : Standing.GOES_ON;
    }

    private Explanation explanation() {
        Standing standing = standing();
        Estimate estimate = standing == Standing.GOES_ON ? forecast.of(job, live, position) : Estimate.NONE;
        Optional<Trouble> trouble = standing == Standing.KEPT_OUT ? shortage() : trouble();
        return new Explanation(
                job.token(),
                job.request().name(),
                job.state(),
                job.since(),
                headline(standing),
                waitsFor(standing),
                standing == Standing.GOES_ON || standing == Standing.KEPT_OUT ? position : Optional.empty(),
                estimate,
                trouble,
                remedy(standing, trouble));
    }

    private String headline(Standing standing) {
        String ended = job.outcome().map(Explaining::ended).orElse("");
        String so = ended.isEmpty() ? "" : ended + "; ";
        return switch (standing) {
            case CLOSED ->
                ended + job.leftUndone().map(left -> ", but " + left.message()).orElse("");
            case ENDING ->
                ended.isEmpty()
                        ? "being cancelled by " + canceller()
                        : so + "what was still to go out is given up by " + canceller();
            case BLOCKED ->
                so
                        + cancelling()
                        + (paused() ? "waits: " : "waits" + sinceOutage() + " for an outage to end: ")
                        + job.blocked().orElseThrow().message()
                        + heldLater();
            case HELD -> "held by " + holder() + "; it keeps its place";
            case KEPT_OUT ->
                (job.state() == JobState.QUEUED ? "is not let in: " : "is not launched: ")
                        + reason.why(job.state()).orElseThrow();
            case GOES_ON -> so + doing() + heldLater() + drainedLater();
        };
    }

    private String canceller() {
        return job.cancelRequestedBy().orElse("a user");
    }

    private String cancelling() {
        boolean ends = !job.decided() && job.cancelRequestedBy().isPresent();
        return ends ? "being cancelled by " + canceller() + "; " : "";
    }

    private String holder() {
        return job.held()
                .map(hold -> hold.by() + " since " + Utc.words(hold.since()))
                .orElse("");
    }

    private String heldLater() {
        return heldBack() ? "; held by " + holder() + ", so it will not be launched" : "";
    }

    private String sinceOutage() {
        return job.blockedSince().map(since -> " since " + Utc.words(since)).orElse("");
    }

    private boolean paused() {
        return job.blocked()
                .filter(problem -> problem.code() == ProblemCode.PLACE_PAUSED)
                .isPresent();
    }

    private String drainedLater() {
        return reason.drain()
                .filter(drain -> !heldBack() && !job.decided())
                .filter(drain -> job.state() == JobState.QUEUED || job.state() == JobState.STAGING_IN)
                .map(drain -> "; " + drain + ", so it will not be launched")
                .orElse("");
    }

    /** Returns whether the job is held and the hold keeps it from a turn that is still to come. */
    private boolean heldBack() {
        return switch (job.state()) {
            case QUEUED, STAGING_IN, READY -> !job.decided() && job.held().isPresent();
            case RUNNING, STAGING_OUT, CLEANING, CLOSED -> false;
        };
    }

    private static String ended(JobOutcome outcome) {
        if (outcome instanceof JobOutcome.Failed failed) {
            return "failed " + during(failed.phase()) + ": " + failed.problem().message();
        }
        return outcome instanceof JobOutcome.Cancelled cancelled ? "cancelled by " + cancelled.by() : "done";
    }

    private static String during(JobState phase) {
        return switch (phase) {
            case QUEUED -> "while it waited in the queue";
            case STAGING_IN -> "while it staged in";
            case READY -> "at its launch";
            case RUNNING -> "in its run";
            case STAGING_OUT -> "while it staged out";
            case CLEANING, CLOSED -> "while its results were being kept";
        };
    }

    private String doing() {
        String partition = job.acceptance().partition();
        return switch (job.state()) {
            case QUEUED -> "waits for its turn to stage in";
            case STAGING_IN -> "stages in, " + share(job.request().stageIn());
            case READY -> "has all its inputs and waits for its turn on partition " + partition;
            case RUNNING -> new RunWords(job).doing();
            case STAGING_OUT ->
                job.decided()
                        ? "sends out what always goes out"
                        : "stages out, " + share(job.request().stageOut());
            case CLEANING -> "its results are being kept and its run folder is tidied up";
            case CLOSED -> "";
        };
    }

    private String share(List<StagingStep> steps) {
        long done = steps.stream()
                .filter(step -> job.step(step).moved().isPresent())
                .count();
        return done + " of " + Quantities.steps(steps.size()) + " done";
    }

    private Optional<String> waitsFor(Standing standing) {
        return switch (standing) {
            case CLOSED -> Optional.empty();
            case ENDING -> ending();
            case BLOCKED ->
                Optional.of((paused() ? "an operator to resume it" : blockedThing() + " to answer" + nextTry())
                        + (heldBack() ? "; then " + release() : ""));
            case HELD -> Optional.of(release());
            case KEPT_OUT -> Optional.of(keptOutUntil() + ", then its turn" + rank());
            case GOES_ON -> goingOn();
        };
    }

    private String keptOutUntil() {
        if (reason.shortage().isPresent()) {
            return "space to be freed";
        }
        return reason.limit().isPresent() ? "jobs inside to end" : "an operator to resume launches";
    }

    private String release() {
        return "its release by " + job.owner() + " or an operator";
    }

    private Optional<String> ending() {
        return switch (job.state()) {
            case STAGING_IN, STAGING_OUT -> transfers().map(moving -> "the end of " + moving);
            case RUNNING -> Optional.of("proof that no process of its run is left");
            case QUEUED, READY, CLEANING, CLOSED -> Optional.empty();
        };
    }

    private String nextTry() {
        return live.nextTry()
                .map(then -> Duration.between(forecast.now(), then))
                .map(wait -> wait.toSeconds() < 1
                        ? ", which is being tried now"
                        : ", which is tried again in " + Quantities.seconds(wait))
                .orElse("");
    }

    private Optional<String> goingOn() {
        String partition = job.acceptance().partition();
        return switch (job.state()) {
            case QUEUED -> Optional.of(door() + rank());
            case STAGING_IN, STAGING_OUT -> Optional.of(moves());
            case READY -> Optional.of(slots(partition) + rank());
            case RUNNING -> new RunWords(job).waitsFor().or(() -> Optional.of("its run" + progress()));
            case CLEANING -> Optional.of("its results, which are copied to where they are kept");
            case CLOSED -> Optional.empty();
        };
    }

    private String moves() {
        String words = Stream.of(transfers(), reason.steps().words())
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return words.isEmpty() ? "its turn among the transfers of all jobs" : words;
    }

    private String rank() {
        String place = position.map(rank -> rank == 1 ? "; next in the queue" : "; number " + rank + " in the queue")
                .orElse("");
        return place + reason.share().map(words -> "; " + words).orElse("");
    }

    private String door() {
        MetaScheduler.Places places = forecast.places();
        return places.toTheEnd()
                ? "its turn to be let in: one job at a time, and " + (places.taken() == 0 ? "none" : "one")
                        + " is inside now"
                : "its turn to stage in: " + places.taken() + " of " + places.all() + " jobs stage in now";
    }

    private String slots(String partition) {
        Forecast.Load load = forecast.load(partition);
        int free = Math.max(0, load.slots() - load.taken());
        String others = load.runs() == 0
                ? ""
                : ", " + (load.runs() == 1 ? "1 run holds" : load.runs() + " runs hold") + " the others";
        return Quantities.slots(job.request().launch().processes()) + " of partition " + partition + ": " + free
                + " of " + load.slots() + " are free" + others;
    }

    private String progress() {
        return live.progress()
                .filter(progress -> progress.of() > 0)
                .map(progress -> ", " + Quantities.share(progress.done(), progress.of()))
                .orElse("");
    }

    private Optional<String> transfers() {
        return new Transfers(job, live, forecast.now()).words();
    }

    /**
     * Returns the trouble of a full disk. A limit of the queue is no trouble, because the limit calls for no
     * action.
     */
    private Optional<Trouble> shortage() {
        return reason.shortage()
                .map(problem -> new Trouble(
                        job.state(), "the disks of this machine", problem.code().owner(), problem, false));
    }

    private Optional<Trouble> trouble() {
        Optional<Trouble> lasting = job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Failed)
                .map(outcome -> (JobOutcome.Failed) outcome)
                .map(failed -> trouble(failed.phase(), failed.problem(), true));
        return job.blocked()
                .map(problem -> trouble(job.state(), problem, false))
                .or(() -> lasting)
                .or(() -> job.leftUndone().map(problem -> trouble(JobState.CLEANING, problem, true)));
    }

    private Trouble trouble(JobState phase, Problem problem, boolean lasting) {
        String thing = lasting ? thing(phase, problem) : blockedThing();
        return new Trouble(phase, thing, problem.code().owner(), problem, lasting);
    }

    private String thing(JobState phase, Problem problem) {
        return switch (phase) {
            case QUEUED -> "partition " + job.acceptance().partition();
            case STAGING_IN, STAGING_OUT -> failedStep(problem).orElse("the staged files");
            case READY, RUNNING -> new RunWords(job).thing(problem);
            case CLEANING, CLOSED -> "the job's results";
        };
    }

    private Optional<String> failedStep(Problem problem) {
        return Stream.of(job.request().stageIn(), job.request().stageOut())
                .flatMap(List::stream)
                .filter(step -> job.step(step).failed().filter(problem::equals).isPresent())
                .findFirst()
                .map(Quantities::named);
    }

    /** Names the object of the block; if several steps are left, the problem's message says which place is away. */
    private String blockedThing() {
        return switch (job.state()) {
            case STAGING_IN, STAGING_OUT -> places();
            case QUEUED, READY, RUNNING -> new RunWords(job).machine();
            case CLEANING, CLOSED -> "the place where results are kept";
        };
    }

    private String places() {
        List<StagingStep> steps = job.state() == JobState.STAGING_IN
                ? job.request().stageIn()
                : job.request().stageOut();
        List<String> places = steps.stream()
                .filter(job::mayStillMove)
                .map(StagingStep::placeName)
                .distinct()
                .toList();
        return places.size() == 1 ? places.get(0) : "one of " + String.join(", ", places);
    }

    /** Returns the remedy, with this job's token in its commands, so that they can be copied. */
    private Remedy remedy(Standing standing, Optional<Trouble> trouble) {
        return advice(standing, trouble).about(job.token().value());
    }

    private Remedy advice(Standing standing, Optional<Trouble> trouble) {
        return switch (standing) {
            case HELD -> Advice.RELEASE;
            case ENDING -> Remedy.NONE;
            case BLOCKED, GOES_ON ->
                heldBack()
                        ? Advice.RELEASE_FOR_LAUNCH
                        : ofTrouble(trouble).orElse(reason.steps().remedy());
            case CLOSED -> ofTrouble(trouble).orElse(again()).then(goesOn());
            case KEPT_OUT -> ofTrouble(trouble).orElse(Remedy.NONE);
        };
    }

    private static Optional<Remedy> ofTrouble(Optional<Trouble> trouble) {
        return trouble.map(one -> one.problem().remedy());
    }

    /** Returns the hint to the kept checkpoint folder, until the one retry that takes the folder. */
    private Remedy goesOn() {
        return job.checkpointKept() ? Advice.CHECKPOINT : Remedy.NONE;
    }

    private Remedy again() {
        return job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Cancelled)
                .map(cancelled -> Advice.AGAIN)
                .orElse(Remedy.NONE);
    }
}
