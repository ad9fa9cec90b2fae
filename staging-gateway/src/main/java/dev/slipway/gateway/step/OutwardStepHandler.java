package dev.slipway.gateway.step;

import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.Optional;

/**
 * Does a kind of step that changes something outside of the run folder. What a try leaves there half done must be taken
 * away.
 */
public interface OutwardStepHandler<S extends StagingStep> extends StepHandler<S> {

    /**
     * Ends the step as {@link dev.slipway.staging.StagingGateway#settle} says, on a thread of its own.
     *
     * @throws InterruptedException if {@code cancellation} ended it
     */
    Optional<StepReport> settle(S step, StepContext context, Cancellation cancellation) throws InterruptedException;
}
