package dev.slipway.desk.status;

import dev.slipway.desk.status.Estimator.Holder;
import dev.slipway.desk.status.Estimator.Waiting;
import dev.slipway.desk.status.RecentJobs.Typical;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.LiveProgress;
import dev.slipway.dispatch.MovingStep;
import dev.slipway.dispatch.Partitions;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobState;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.request.StagingStep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Estimates how long a job takes until it goes on, from the present load and from the times of earlier jobs. If the
 * jobs ahead have outlasted all remembered jobs, the estimate says so and invents no end.
 */
public final class Forecast {
    private static final String ITS_LIMIT = "its limit on elapsed time";

    private final Dispatcher dispatcher;
    private final MetaScheduler scheduler;
    private final Partitions partitions;
    private final RecentJobs recent;
    private final Clock clock;

    /** The load of a partition's slots. */
    record Load(int slots, int taken, int runs) {}

    public Forecast(
            Dispatcher dispatcher, MetaScheduler scheduler, Partitions partitions, RecentJobs recent, Clock clock) {
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.partitions = partitions;
        this.recent = recent;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Estimates the motion of a step. The remaining time follows from the total size as told by the place, or else as
     * moved by the same step last time.
     */
    JobStatus.Motion motion(Job job, StagingStep step, MovingStep moving) {
        Duration elapsed = Duration.between(moving.begun(), now());
        Optional<Long> expected =
                moving.expected().or(() -> recent.bytes(job.owner(), step)).filter(bytes -> bytes >= moving.bytes());
        return new JobStatus.Motion(
                moving.moved(),
                elapsed.toMillis() < 1000 ? 0 : moving.fresh() * 1000 / elapsed.toMillis(),
                expected,
                expected.flatMap(bytes -> Estimator.byShare(elapsed, moving.fresh(), bytes - moving.kept())));
    }

    /** Returns the places for jobs that stage in. */
    MetaScheduler.Places places() {
        return scheduler.places();
    }

    Load load(String partition) {
        List<Job> running = on(partition, JobState.RUNNING).toList();
        int taken = running.stream().mapToInt(Forecast::processes).sum();
        // Runs of another partition may have slots of shared hosts.
        return new Load(
                slots(partition), Math.max(taken, scheduler.load(partition).taken()), running.size());
    }

    /** Estimates for a job without obstacles: not held, not blocked, and not being cancelled. */
    Estimate of(Job job, LiveProgress live, Optional<Integer> position) {
        return switch (job.state()) {
            case QUEUED -> position.map(rank -> letIn(job, rank)).orElse(Estimate.NONE);
            case STAGING_IN -> staging(job, live, recent.stageIn(job));
            case READY -> launch(job);
            case RUNNING -> run(job, live);
            case STAGING_OUT -> staging(job, live, recent.stageOut(job));
            case CLEANING, CLOSED -> Estimate.NONE;
        };
    }

    private Estimate letIn(Job job, int rank) {
        MetaScheduler.Places places = places();
        String noun = places.toTheEnd() ? "job" : "stage-in";
        String of = PastJob.Work.of(job).words();
        Optional<Typical> known = inside(job, places);
        if (known.isEmpty()) {
            return Estimate.unknown(EstimateBasis.none(noun, of));
        }
        List<Job> inside = dispatcher.inHand().stream()
                .filter(other -> keepsPlace(other, places))
                .toList();
        List<Duration> ends = inside.stream()
                .map(other -> Optional.of(other)
                        .filter(one -> one.blocked().isEmpty())
                        .flatMap(one -> inside(one, places))
                        .flatMap(typical -> typical.left(sinceLetIn(other)))
                        .orElse(Estimator.NEVER))
                .toList();
        EstimateBasis basis = new EstimateBasis(noun, of, known.get().count());
        return Estimator.turn(rank, places.all(), ends, known.get().duration())
                .map(left -> Estimate.about(left, basis.last()))
                .orElseGet(() -> Estimate.unknown(unclear(basis, inside, ends)));
    }

    /** Returns the typical time for which such a job keeps its place. */
    private Optional<Typical> inside(Job job, MetaScheduler.Places places) {
        return places.toTheEnd() ? recent.whole(job) : recent.stageIn(job);
    }

    private static boolean keepsPlace(Job other, MetaScheduler.Places places) {
        return switch (other.state()) {
            case QUEUED, CLOSED -> false;
            case STAGING_IN -> places.toTheEnd() || other.blocked().isEmpty();
            case READY, RUNNING, STAGING_OUT, CLEANING -> places.toTheEnd();
        };
    }

    /**
     * Estimates the time to the launch of a job in the state in which the job was read; the dispatcher may already have
     * the job in another state, or not yet in this one.
     */
    private Estimate launch(Job job) {
        String partition = job.acceptance().partition();
        List<Job> running = on(partition, JobState.RUNNING)
                .filter(other -> !other.token().equals(job.token()))
                .toList();
        Stream<Job> before = on(partition, JobState.READY)
                .filter(other -> other.held().isEmpty())
                .filter(other -> other.acceptance().order() < job.acceptance().order())
                .sorted(Comparator.comparing(other -> other.acceptance().order()));
        List<Job> line = Stream.concat(before, Stream.of(job)).toList();
        Optional<Typical> typical = recent.run(job);
        if (begins(running, line, one -> Estimator.NEVER).isPresent()) {
            return Estimate.about(Duration.ZERO, "the slots that are free");
        }
        EstimateBasis basis = new EstimateBasis(
                "run", PastJob.Work.of(job).words(), typical.map(Typical::count).orElse(0));
        return begins(running, line, this::usuallyLeft)
                .map(left ->
                        Estimate.about(left, typical.isPresent() ? basis.last() : "the progress of the runs ahead"))
                .orElseGet(() -> atMost(running, line, why(running, typical, basis)));
    }

    private Estimate atMost(List<Job> running, List<Job> line, String why) {
        return begins(running, line, one -> one.blocked().isPresent() ? Estimator.NEVER : limitLeft(one))
                .map(left -> Estimate.most(left, "the limits on elapsed time of the jobs ahead: " + why))
                .orElseGet(() -> Estimate.unknown(why));
    }

    private String why(List<Job> running, Optional<Typical> typical, EstimateBasis basis) {
        List<Duration> ends = running.stream().map(this::usuallyLeft).toList();
        return typical.isEmpty() ? EstimateBasis.none(basis.noun(), basis.of()) : unclear(basis, running, ends);
    }

    private static String unclear(EstimateBasis basis, List<Job> ahead, List<Duration> ends) {
        long never = ends.stream().filter(Estimator.NEVER::equals).count();
        long blocked = ahead.stream().filter(one -> one.blocked().isPresent()).count();
        return basis.unclear(never - blocked, blocked);
    }

    private Optional<Duration> begins(List<Job> running, List<Job> line, Function<Job, Duration> left) {
        return Estimator.launch(
                slots(line.get(0).acceptance().partition()),
                running.stream()
                        .map(one -> new Holder(processes(one), left.apply(one)))
                        .toList(),
                line.stream()
                        .map(one -> new Waiting(processes(one), left.apply(one)))
                        .toList());
    }

    /**
     * Returns the usual remaining time of a run, or the usual time of a whole run for a waiting job; {@link
     * Estimator#NEVER} if no estimate is possible.
     */
    private Duration usuallyLeft(Job job) {
        if (job.blocked().isPresent()) {
            return Estimator.NEVER;
        }
        Duration elapsed = job.state() == JobState.RUNNING ? elapsed(job) : Duration.ZERO;
        return byProgress(job, dispatcher.live(job.token()))
                .or(() -> recent.run(job).flatMap(usual -> usual.left(elapsed)))
                .map(left -> least(left, limitLeft(job)))
                .orElse(Estimator.NEVER);
    }

    private Estimate run(Job job, LiveProgress live) {
        if (new RunWords(job).waits()) {
            return live.start()
                    .map(start -> Estimate.about(until(start), "what the cluster expects for its start"))
                    .orElseGet(() -> Estimate.unknown("the cluster does not tell when it will start"));
        }
        Duration most = limitLeft(job);
        if (most.isZero()) {
            return Estimate.unknown("it is at its limit on elapsed time and is being ended");
        }
        Optional<Typical> typical = recent.run(job);
        Optional<EstimateBasis> basis = typical.map(
                usual -> new EstimateBasis("run", PastJob.Work.of(job).words(), usual.count()));
        Optional<Duration> told = byProgress(job, live);
        if (told.isPresent()) {
            return within(most, told.get(), progress(live));
        }
        return typical.flatMap(usual -> usual.left(elapsed(job)))
                .map(left -> within(most, left, basis.orElseThrow().last()))
                .orElseGet(() -> Estimate.most(
                        most,
                        ITS_LIMIT
                                + basis.map(others -> ": it takes longer than " + others.any())
                                        .orElse("")));
    }

    private static Estimate within(Duration most, Duration left, String basis) {
        return left.compareTo(most) <= 0
                ? Estimate.about(left, basis)
                : Estimate.most(most, ITS_LIMIT + ", which comes before the end that follows from " + basis);
    }

    private static String progress(LiveProgress live) {
        return live.progress()
                .map(progress -> "its own progress, " + Quantities.share(progress.done(), progress.of()))
                .orElse("");
    }

    private Optional<Duration> byProgress(Job job, LiveProgress live) {
        return live.progress()
                .filter(progress -> job.state() == JobState.RUNNING)
                .flatMap(progress -> Estimator.byShare(elapsed(job), progress.done(), progress.of()));
    }

    /**
     * Returns the time that the limit on elapsed time leaves to a run, or allows to a waiting job; zero when the limit
     * is passed.
     */
    private Duration limitLeft(Job job) {
        Duration limit = Duration.ofSeconds(partitions.wallSeconds(
                job.acceptance().partition(), job.request().launch()));
        Duration left = job.state() == JobState.RUNNING ? limit.minus(elapsed(job)) : limit;
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /**
     * Estimates from the bytes of the moving steps, if the remaining time of all is known; else from the times of
     * earlier jobs.
     */
    private Estimate staging(Job job, LiveProgress live, Optional<Typical> typical) {
        boolean in = job.state() == JobState.STAGING_IN;
        List<StagingStep> open = (in ? job.request().stageIn() : job.request().stageOut())
                .stream().filter(job::mayStillMove).toList();
        List<Optional<Duration>> steps = open.stream()
                .filter(step -> live.steps().containsKey(StepId.of(step)))
                .map(step ->
                        motion(job, step, live.steps().get(StepId.of(step))).left())
                .toList();
        boolean last = steps.size() == open.size();
        if (last && !steps.isEmpty() && steps.stream().allMatch(Optional::isPresent)) {
            Duration longest = steps.stream()
                    .flatMap(Optional::stream)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            boolean told = live.steps().values().stream()
                    .allMatch(moving -> moving.expected().isPresent());
            return Estimate.about(
                    longest, told ? "the sizes of what moves" : "the bytes that the same steps moved last time");
        }
        String noun = in ? "stage-in" : "stage-out";
        String of = PastJob.Work.of(job).words();
        if (typical.isEmpty()) {
            return Estimate.unknown(EstimateBasis.none(noun, of));
        }
        EstimateBasis basis = new EstimateBasis(noun, of, typical.get().count());
        return typical.get()
                .left(elapsed(job))
                .map(left -> Estimate.about(left, basis.last()))
                .orElseGet(() -> Estimate.unknown("it takes longer than " + basis.any()));
    }

    /** Returns how long the program has run; time in the queue of a cluster does not count. */
    private Duration elapsed(Job job) {
        return new RunWords(job).waits()
                ? Duration.ZERO
                : since(job.cluster().map(Job.AtCluster::since).orElse(job.since()));
    }

    private Duration until(Instant then) {
        Duration left = Duration.between(now(), then);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Duration sinceLetIn(Job job) {
        return job.phases().stream()
                .filter(phase -> phase.state() == JobState.STAGING_IN)
                .findFirst()
                .map(phase -> since(phase.begun()))
                .orElse(Duration.ZERO);
    }

    private Duration since(Instant then) {
        Duration elapsed = Duration.between(then, clock.instant());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }

    private int slots(String partition) {
        return partitions.slots().getOrDefault(partition, 0);
    }

    private Stream<Job> on(String partition, JobState state) {
        return dispatcher.inHand().stream()
                .filter(job ->
                        job.state() == state && job.acceptance().partition().equals(partition));
    }

    private static int processes(Job job) {
        return job.request().launch().processes();
    }
}
