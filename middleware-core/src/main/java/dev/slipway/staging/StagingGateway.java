package dev.slipway.staging;

import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import java.util.Optional;

/**
 * Moves data: the port for all effects of staging, which only the dispatcher calls. A gateway that moves data at a
 * place can also probe the place.
 */
public interface StagingGateway extends StagingProbe {

    /**
     * Runs one step completely or not at all. Idempotent: a second call after a crash gives the same end. A file of the
     * run folder gets the final name only when the file is complete, hashed and on disk.
     *
     * @throws ProblemException with a permanent problem or an outage, as told by {@link
     *     dev.slipway.problem.ProblemCode#kind()}
     * @throws InterruptedException when the calling thread is interrupted (cancel); no half-written file has a final
     *     name
     */
    StepReport move(StagingStep step, StepContext context) throws InterruptedException;

    /** Releases the snapshots that the job's extracts share, if any; does not wait for a server. */
    default void release(JobToken token) {}

    /**
     * Settles a step of stage-out that was cut off after recording an intent and that is not tried again: removes
     * half-done work, or finds that the work was complete. Idempotent.
     *
     * @return the report of the complete work; empty if the work was removed
     * @throws ProblemException as {@link #move}; the fate of the step is then unknown
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<StepReport> settle(StagingStep step, StepContext context) throws InterruptedException;
}
