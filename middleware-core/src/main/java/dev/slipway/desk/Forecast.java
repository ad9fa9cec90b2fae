package dev.slipway.desk;

import dev.slipway.desk.RecentJobs.Typical;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Dispatcher.Live;
import dev.slipway.dispatch.Dispatcher.Moving;
import dev.slipway.dispatch.Partitions;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobState;
import dev.slipway.request.StagingStep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** About how long a job takes until it goes on, from what is around it now and from how long others took. */
public final class Forecast {
    private final Dispatcher dispatcher;
    private final Partitions partitions;
    private final RecentJobs recent;
    private final Clock clock;

    /**
     * An estimate.
     *
     * @param basis what it rests on; without an estimate, why there is none
     */
    record Estimate(Optional<Duration> left, String basis) {
        static final Estimate NONE = new Estimate(Optional.empty(), "");
    }

    /** What holds slots of a partition. */
    record Load(int slots, int taken, int runs) {}

    public Forecast(Dispatcher dispatcher, Partitions partitions, RecentJobs recent, Clock clock) {
        this.dispatcher = dispatcher;
        this.partitions = partitions;
        this.recent = recent;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    Load load(String partition) {
        List<Job> running = on(partition, JobState.RUNNING).toList();
        int taken = running.stream().mapToInt(Forecast::processes).sum();
        return new Load(partitions.slots().getOrDefault(partition, 0), taken, running.size());
    }

    /** For a job that nothing holds up: it is not held, not blocked, not being cancelled. */
    Estimate of(Job job, Live live, Optional<Integer> position) {
        String partition = job.acceptance().partition();
        return switch (job.state()) {
            case QUEUED -> position.map(rank -> stageIn(partition, rank)).orElse(Estimate.NONE);
            case STAGING_IN -> staging(job, live, recent.stageIn(partition));
            case READY -> launch(job);
            case RUNNING -> run(job, live);
            case STAGING_OUT -> staging(job, live, recent.stageOut(partition));
            case CLEANING, CLOSED -> Estimate.NONE;
        };
    }

    private Estimate stageIn(String partition, int rank) {
        return from(recent.stageIn(partition), partition, "stage-ins for ", typical -> {
            List<Duration> left = dispatcher.inHand().stream()
                    .filter(other -> other.state() == JobState.STAGING_IN
                            && other.blocked().isEmpty())
                    .map(other -> left(other, typical))
                    .toList();
            return Optional.of(Estimator.turn(rank, left, typical));
        });
    }

    private Estimate launch(Job job) {
        String partition = job.acceptance().partition();
        return from(recent.run(partition), partition, "runs on ", typical -> {
            List<Estimator.Holder> running = on(partition, JobState.RUNNING)
                    .map(other -> new Estimator.Holder(processes(other), runLeft(other, typical)))
                    .toList();
            List<Integer> line = on(partition, JobState.READY)
                    .filter(other -> other.held().isEmpty())
                    .filter(other ->
                            other.acceptance().order() <= job.acceptance().order())
                    .sorted(Comparator.comparing(other -> other.acceptance().order()))
                    .map(Forecast::processes)
                    .toList();
            int slots = partitions.slots().getOrDefault(partition, 0);
            return Optional.of(Estimator.launch(slots, running, line, typical));
        });
    }

    private Estimate run(Job job, Live live) {
        Duration elapsed = elapsed(job);
        Optional<Estimate> told = live.progress().flatMap(progress -> Estimator.byShare(
                        elapsed, progress.done(), progress.of())
                .map(left -> new Estimate(
                        Optional.of(left), "its own progress, " + progress.done() + " of " + progress.of() + " done")));
        return told.orElseGet(() -> {
            Duration limit = Duration.ofSeconds(partitions.wallSeconds(
                    job.acceptance().partition(), job.request().launch()));
            return new Estimate(
                    Estimator.left(elapsed, limit), "its limit on elapsed time, which is the most it may take");
        });
    }

    /** By the bytes of the steps that move, if all of them moved before; else by how long others took. */
    private Estimate staging(Job job, Live live, Optional<Typical> typical) {
        List<StagingStep> open = (job.state() == JobState.STAGING_IN
                        ? job.request().stageIn()
                        : job.request().stageOut())
                .stream().filter(job::mayStillMove).toList();
        List<Optional<Duration>> steps = open.stream()
                .filter(step -> live.steps().containsKey(StepId.of(step)))
                .map(step -> left(job, step, live.steps().get(StepId.of(step))))
                .toList();
        boolean last = steps.size() == open.size();
        if (last && !steps.isEmpty() && steps.stream().allMatch(Optional::isPresent)) {
            Duration longest = steps.stream()
                    .flatMap(Optional::stream)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            return new Estimate(Optional.of(longest), "the bytes that the same steps moved last time");
        }
        String partition = job.acceptance().partition();
        String what = job.state() == JobState.STAGING_IN ? "stage-ins for " : "stage-outs from ";
        return from(typical, partition, what, usual -> Estimator.left(elapsed(job), usual));
    }

    private Optional<Duration> left(Job job, StagingStep step, Moving moving) {
        return recent.bytes(job.owner(), step)
                .flatMap(bytes ->
                        Estimator.byShare(Duration.between(moving.begun(), clock.instant()), moving.bytes(), bytes));
    }

    private interface Reckoning {
        Optional<Duration> left(Duration typical);
    }

    private static Estimate from(Optional<Typical> typical, String partition, String what, Reckoning reckoning) {
        if (typical.isEmpty()) {
            return new Estimate(Optional.empty(), "no job has run on " + partition + " yet");
        }
        Optional<Duration> left = reckoning.left(typical.get().duration());
        int count = typical.get().count();
        String basis =
                count == 1 ? "the last of the " + what + partition : "the last " + count + " " + what + partition;
        return new Estimate(left, left.isPresent() ? basis : "it takes longer than " + basis);
    }

    private Duration runLeft(Job other, Duration typical) {
        return dispatcher
                .live(other.token())
                .progress()
                .flatMap(progress -> Estimator.byShare(elapsed(other), progress.done(), progress.of()))
                .orElseGet(() -> left(other, typical));
    }

    /** One that takes longer than usual may end any moment. */
    private Duration left(Job other, Duration typical) {
        return Estimator.left(elapsed(other), typical).orElse(Duration.ZERO);
    }

    private Duration elapsed(Job job) {
        Duration elapsed = Duration.between(job.since(), clock.instant());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
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
