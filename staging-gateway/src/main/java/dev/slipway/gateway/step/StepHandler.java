package dev.slipway.gateway.step;

import dev.slipway.effect.Effect;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;

/**
 * Does one kind of step, and names the points at which a crash may interrupt the step. A new source or sink is one more
 * handler.
 */
public interface StepHandler<S extends StagingStep> extends Effect {

    /**
     * Does the step completely or not at all, on a thread of its own, as
     * {@link dev.slipway.staging.StagingGateway#move} demands.
     *
     * @throws InterruptedException if {@code cancellation} ended the step
     */
    StepReport move(S step, StepContext context, Cancellation cancellation) throws InterruptedException;
}
