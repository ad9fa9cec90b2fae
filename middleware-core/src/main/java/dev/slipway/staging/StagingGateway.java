package dev.slipway.staging;

import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import java.util.Optional;

/** Moves data: the port for all effects of staging. Only the dispatcher calls it. What moves data there can also look there. */
public interface StagingGateway extends StagingProbe {

    /**
     * Does one step, whole or not at all. Idempotent: called again after a crash it gives the same end. A file of the run folder appears
     * under its name only complete, hashed and on disk.
     *
     * @throws ProblemException with a permanent problem or an outage, told apart by {@link dev.slipway.problem.ProblemCode#kind()}
     * @throws InterruptedException when the calling thread is interrupted (cancel); nothing half-written is left under a final name
     */
    StepReport move(StagingStep step, StepContext context) throws InterruptedException;

    /** Lets go of the snapshots that the job's extracts share, if any are held; does not wait for a server. */
    default void release(JobToken token) {}

    /**
     * Ends a step of stage-out that was cut off after it recorded an intent, and that is not tried again: takes away what it left half
     * done, or finds that it was done. Idempotent.
     *
     * @return what the step did; empty if nothing of it is left
     * @throws ProblemException as {@link #move}; the step's fate is not known then
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<StepReport> settle(StagingStep step, StepContext context) throws InterruptedException;
}
