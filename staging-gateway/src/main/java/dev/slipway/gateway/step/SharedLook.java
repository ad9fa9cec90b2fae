package dev.slipway.gateway.step;

import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepLook;
import java.util.List;
import java.util.function.BiConsumer;

/** Places that are looked at over one connection for all steps there. */
public interface SharedLook {

    /**
     * Reports each step of one place, in a job of {@code owner}, as soon as its look is known.
     *
     * @throws ProblemException the problem of all steps that were not reported
     */
    void look(
            String place,
            List<StagingStep> steps,
            String owner,
            Cancellation cancellation,
            BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException;
}
