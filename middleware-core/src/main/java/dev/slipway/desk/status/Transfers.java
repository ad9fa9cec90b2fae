package dev.slipway.desk.status;

import dev.slipway.dispatch.LiveProgress;
import dev.slipway.dispatch.MovingStep;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.problem.ByteCount;
import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes the data of a job that move now. */
record Transfers(Job job, LiveProgress live, Instant now) {
    private static final int MOST_NAMED = 3;

    /** Describes the moving steps, each with its progress and speed; empty if no step moves. */
    Optional<String> words() {
        List<String> steps = Stream.of(job.request().stageIn(), job.request().stageOut())
                .flatMap(List::stream)
                .filter(step -> live.steps().containsKey(StepId.of(step)))
                .map(this::words)
                .toList();
        String named = steps.stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
        String more = steps.size() > MOST_NAMED ? "; and " + (steps.size() - MOST_NAMED) + " more" : "";
        return steps.isEmpty() ? Optional.empty() : Optional.of(named + more);
    }

    private String words(StagingStep step) {
        MovingStep moving = live.steps().get(StepId.of(step));
        Duration elapsed = Duration.between(moving.begun(), now);
        String rate = elapsed.toMillis() >= 1000 && moving.fresh() > 0
                ? ", " + ByteCount.words(moving.fresh() * 1000 / elapsed.toMillis()) + "/s"
                : "";
        return Quantities.named(step) + ", " + ByteCount.words(moving.bytes()) + " so far" + rate;
    }
}
