package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StagingPlan;
import java.util.List;

/** Which steps of a job that stages in or out are acted on. */
final class OpenSteps {
    private OpenSteps() {}

    /** All steps of the direction in which the job moves data now. */
    static List<StagingStep> of(Job job) {
        return job.state() == JobState.STAGING_IN
                ? job.request().stageIn()
                : job.request().stageOut();
    }

    /** A job that failed or was cancelled does only its steps marked always. */
    static List<StagingStep> eligible(Job job) {
        return job.decided() ? of(job).stream().filter(StagingStep::always).toList() : of(job);
    }

    /** Of these the ones that may begin now, as far as order goes. */
    static List<StagingStep> due(Job job) {
        return StagingPlan.of(eligible(job)).due(step -> job.step(step).over());
    }

    /** Steps that had begun to change the world when the job was decided, and that are not tried again: what they left is not known. */
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
