package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobEvent.MovedFile;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one job may stage.
 *
 * @param most bytes that its staged files may come to
 */
record StagedQuota(long most) {

    /** What is left for the file of {@code step}. */
    long room(Job job, StagingStep step) {
        return Math.max(0, most - staged(job, List.of(new MovedFile(step.file(), 0, ""))));
    }

    /** Steps that move at once each know only what was staged before them: together they may have staged too much. */
    JobEvent within(Job job, StepId id, JobEvent event) {
        long bytes = event instanceof JobEvent.StepMoved moved ? staged(job, moved.files()) : 0;
        if (id.direction() == Direction.OUT || bytes <= most) {
            return event;
        }
        return new JobEvent.StepFailed(
                id.direction(),
                id.name(),
                Problem.of(
                        ProblemCode.RUN_QUOTA,
                        "step " + id.name() + ": with its files the run folder holds " + bytes + " bytes, of " + most
                                + " that a job may have"));
    }

    /** Bytes that stage-in has written so far, when {@code files} stand in the place of the earlier ones of their names. */
    private static long staged(Job job, List<MovedFile> files) {
        Map<RunPath, Long> sizes = new HashMap<>();
        job.request().stageIn().stream()
                .flatMap(step -> job.step(step).moved().stream())
                .flatMap(moved -> moved.files().stream())
                .forEach(file -> sizes.merge(file.file(), file.bytes(), Math::max));
        files.forEach(file -> sizes.put(file.file(), file.bytes()));
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }
}
