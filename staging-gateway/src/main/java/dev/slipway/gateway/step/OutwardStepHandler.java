package dev.slipway.gateway.step;

import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.Optional;

/**
 * Does a kind of step that changes something outside of the run folder. Half-done changes of a try must be removed
 * there.
 */
public interface OutwardStepHandler<S extends StagingStep> extends StepHandler<S> {

    /**
     * Settles the step on a thread of its own, as {@link dev.slipway.staging.StagingGateway#settle} demands.
     *
     * @throws InterruptedException if {@code cancellation} ended the call
     */
    Optional<StepReport> settle(S step, StepContext context, Cancellation cancellation) throws InterruptedException;
}
