package dev.slipway.gateway.step;

import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.Optional;

/** A kind of step that changes something outside of the run folder: what a try leaves there half done must be taken away. */
public interface OutwardKind<S extends StagingStep> extends StepKind<S> {

    /**
     * Ends the step as {@link dev.slipway.staging.StagingGateway#settle} says, on a thread of its own.
     *
     * @throws InterruptedException if {@code cancellation} ended it
     */
    Optional<StepReport> settle(S step, StepContext context, Cancellation cancellation) throws InterruptedException;
}
