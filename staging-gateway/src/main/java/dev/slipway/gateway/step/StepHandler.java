package dev.slipway.gateway.step;

import dev.slipway.effect.Effect;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;

/** Does one kind of step, and says where a crash may cut the step off. A new source or sink is one more handler. */
public interface StepHandler<S extends StagingStep> extends Effect {

    /**
     * Does the step whole or not at all, as {@link dev.slipway.staging.StagingGateway#move} says, on a thread of its own.
     *
     * @throws InterruptedException if {@code cancellation} ended it
     */
    StepReport move(S step, StepContext context, Cancellation cancellation) throws InterruptedException;
}
