package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StagingPlan;
import java.util.List;

/** Selects the steps of a staging job that need action. */
final class OpenSteps {
    private OpenSteps() {}

    /** Returns all steps of the direction in which the job moves data now. */
    static List<StagingStep> of(Job job) {
        return job.state() == JobState.STAGING_IN
                ? job.request().stageIn()
                : job.request().stageOut();
    }

    /** Returns the steps that the job runs; a job that failed or was cancelled runs only its steps marked always. */
    static List<StagingStep> eligible(Job job) {
        return job.decided() ? of(job).stream().filter(StagingStep::always).toList() : of(job);
    }

    /** Returns those steps that may begin now by their order. */
    static List<StagingStep> due(Job job) {
        return StagingPlan.of(eligible(job)).due(step -> job.step(step).over());
    }

    /**
     * Returns the steps that had begun to change the world when the job was decided and are not tried again: their
     * effects are unknown.
     */
    static List<StagingStep> cutOff(Job job) {
        if (!job.decided() || job.state() != JobState.STAGING_OUT) {
            return List.of();
        }
        return of(job).stream()
                .filter(step -> !step.always())
                .filter(step ->
                        !job.step(step).over() && job.step(step).intended().isPresent())
                .toList();
    }
}
