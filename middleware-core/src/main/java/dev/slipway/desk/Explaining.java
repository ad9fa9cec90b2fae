package dev.slipway.desk;

import dev.slipway.desk.Explanation.Trouble;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the words for where a job stands; the only place that does. */
final class Explaining {
    private final Job job;
    private final Optional<Integer> position;

    private Explaining(Job job, Optional<Integer> position) {
        this.job = job;
        this.position = position;
    }

    static Explanation of(Job job, Optional<Integer> position) {
        return new Explaining(job, position).explanation();
    }

    private Explanation explanation() {
        Optional<Trouble> trouble = trouble();
        return new Explanation(
                job.token(),
                job.state(),
                job.since(),
                headline(),
                waitsFor(),
                job.held().isPresent() ? Optional.empty() : position,
                Optional.empty(),
                "",
                trouble,
                remedy(trouble));
    }

    private String headline() {
        if (job.state() == JobState.CLOSED) {
            return job.outcome().map(Explaining::ended).orElse("ended");
        }
        String so = job.outcome().map(outcome -> ended(outcome) + "; ").orElse("");
        if (job.blocked().isPresent()) {
            return so + "waits until an outage is over: " + job.blocked().get().message();
        }
        if (job.outcome().isEmpty() && job.cancelRequestedBy().isPresent()) {
            return "being cancelled by " + job.cancelRequestedBy().get();
        }
        return so + held().map(by -> by + "; ").orElse("") + doing();
    }

    private Optional<String> held() {
        return job.outcome().isPresent() ? Optional.empty() : job.held().map(held -> "held by " + held.by());
    }

    private String doing() {
        return switch (job.state()) {
            case QUEUED -> "waits for its turn to stage in";
            case STAGING_IN -> "stages in";
            case READY ->
                "all inputs are there; waits for its turn on partition "
                        + job.acceptance().partition();
            case RUNNING -> "runs on partition " + job.acceptance().partition();
            case STAGING_OUT -> "stages out";
            case CLEANING -> "its results are being kept and its run folder is tidied up";
            case CLOSED -> "ended";
        };
    }

    private static String ended(JobOutcome outcome) {
        if (outcome instanceof JobOutcome.Failed failed) {
            return "failed in " + failed.phase() + ": " + failed.problem().message();
        }
        return outcome instanceof JobOutcome.Cancelled cancelled ? "cancelled by " + cancelled.by() : "done";
    }

    private Optional<String> waitsFor() {
        if (job.state() == JobState.CLOSED) {
            return Optional.empty();
        }
        if (job.blocked().isPresent()) {
            return Optional.of("the end of the outage");
        }
        if (held().isPresent() && (job.state() == JobState.QUEUED || job.state() == JobState.READY)) {
            return Optional.of("its release");
        }
        return switch (job.state()) {
            case QUEUED -> Optional.of("its turn in the queue");
            case READY -> Optional.of("slots of partition " + job.acceptance().partition());
            case STAGING_IN, STAGING_OUT -> Optional.of("its transfers");
            case RUNNING -> Optional.of("its run");
            case CLEANING, CLOSED -> Optional.empty();
        };
    }

    private Optional<Trouble> trouble() {
        Optional<Trouble> lasting = job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Failed)
                .map(outcome -> (JobOutcome.Failed) outcome)
                .map(failed -> trouble(failed.phase(), failed.problem(), true));
        return job.blocked()
                .map(problem -> trouble(job.state(), problem, false))
                .or(() -> lasting);
    }

    private Trouble trouble(JobState phase, Problem problem, boolean lasting) {
        return new Trouble(phase, thing(phase, problem), problem.code().owner(), problem, lasting);
    }

    private String thing(JobState phase, Problem problem) {
        return switch (phase) {
            case QUEUED, READY -> "partition " + job.acceptance().partition();
            case STAGING_IN, STAGING_OUT -> step(problem).orElse("staging");
            case RUNNING -> "program " + job.request().launch().executable();
            case CLEANING, CLOSED -> "the job's results";
        };
    }

    private Optional<String> step(Problem problem) {
        return Stream.of(job.request().stageIn(), job.request().stageOut())
                .flatMap(List::stream)
                .filter(step -> job.step(step).failed().filter(problem::equals).isPresent())
                .findFirst()
                .map(Explaining::named);
    }

    private static String named(StagingStep step) {
        return "step " + step.name() + (step.direction() == StagingStep.Direction.IN ? " from " : " to ")
                + step.place();
    }

    private static String remedy(Optional<Trouble> trouble) {
        return trouble.map(one -> one.problem().hint()).orElse("");
    }
}
