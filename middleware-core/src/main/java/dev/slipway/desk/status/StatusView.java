package dev.slipway.desk.status;

import dev.slipway.dispatch.LiveProgress;
import dev.slipway.dispatch.MovingStep;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.Job.StepState;
import dev.slipway.job.JobEvent.RunEnded;
import dev.slipway.job.JobEvent.StepMoved;
import dev.slipway.job.MovedFile;
import dev.slipway.request.StagingStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Combines the journal's record of a job with its live progress. */
public final class StatusView {
    private StatusView() {}

    public static JobStatus of(Job job, LiveProgress live, Optional<Integer> position, Forecast forecast) {
        return new JobStatus(
                job.token(),
                job.request().name(),
                job.owner(),
                job.state(),
                job.since(),
                job.accepted(),
                job.outcome(),
                job.blocked(),
                hold(job),
                job.cancelRequestedBy().isPresent(),
                job.acceptance().parent(),
                job.acceptance().membership(),
                position,
                phases(job),
                job.request()
                        .steps()
                        .map(step -> step(job, step, live, forecast))
                        .toList(),
                run(job, live),
                job.resultsRemoved());
    }

    private static JobStatus.Run run(Job job, LiveProgress live) {
        return new JobStatus.Run(
                job.request().launch().processes(),
                job.run().flatMap(RunEnded::progress).or(live::progress),
                job.run().map(RunEnded::report),
                RunAtCluster.of(job, live));
    }

    /** Returns the hold; a hold ends with the outcome at the latest. */
    private static Optional<JobStatus.Hold> hold(Job job) {
        return job.held().filter(hold -> !job.decided()).map(hold -> new JobStatus.Hold(hold.by(), hold.since()));
    }

    private static List<JobStatus.Phase> phases(Job job) {
        List<JobStatus.Phase> phases = new ArrayList<>();
        for (int i = 0; i < job.phases().size(); i++) {
            Optional<Instant> ended = i + 1 < job.phases().size()
                    ? Optional.of(job.phases().get(i + 1).begun())
                    : Optional.empty();
            Job.Phase phase = job.phases().get(i);
            phases.add(new JobStatus.Phase(phase.state(), phase.begun(), ended));
        }
        return phases;
    }

    private static JobStatus.Step step(Job job, StagingStep step, LiveProgress live, Forecast forecast) {
        StepState state = job.step(step);
        Optional<MovingStep> moving = Optional.ofNullable(live.steps().get(StepId.of(step)));
        Optional<StepMoved> moved = state.moved();
        return new JobStatus.Step(
                step.head(),
                step.placeName(),
                progress(job, step, moving.isPresent()),
                moved.map(StepMoved::bytes)
                        .or(() -> moving.map(MovingStep::bytes))
                        .orElse(0L),
                moved.map(StepMoved::rows)
                        .or(() -> moving.map(MovingStep::rows))
                        .orElse(0L),
                moved.flatMap(done -> digest(done, step)),
                moving.filter(far -> !state.over()).map(far -> forecast.motion(job, step, far)));
    }

    private static JobStatus.Progress progress(Job job, StagingStep step, boolean moving) {
        StepState state = job.step(step);
        if (state.moved().isPresent()) {
            return JobStatus.Progress.DONE;
        }
        if (state.failed().isPresent()) {
            return JobStatus.Progress.FAILED;
        }
        if (moving) {
            return JobStatus.Progress.MOVING;
        }
        return job.mayStillMove(step) ? JobStatus.Progress.WAITING : JobStatus.Progress.SKIPPED;
    }

    private static Optional<String> digest(StepMoved moved, StagingStep step) {
        return moved.files().stream()
                .filter(file -> file.file().equals(step.file()))
                .map(MovedFile::sha256)
                .findFirst();
    }
}
