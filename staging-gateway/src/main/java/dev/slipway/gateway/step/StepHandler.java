package dev.slipway.gateway.step;

import dev.slipway.effect.Effect;
import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.util.Optional;

/**
 * Does one kind of step, tells how a step of the kind would fare, and names the points at which a crash may interrupt
 * the step. A new kind of step is one more handler among those of {@link dev.slipway.gateway.StepGateway}.
 */
public interface StepHandler<S extends StagingStep> extends Effect {

    /** Returns the record of the steps that this handler does. */
    Class<S> type();

    /**
     * Does the step completely or not at all, on a thread of its own, as
     * {@link dev.slipway.staging.StagingGateway#move} demands.
     *
     * @throws InterruptedException if {@code cancellation} ended the step
     */
    StepReport move(S step, StepContext context, Cancellation cancellation) throws InterruptedException;

    /**
     * Returns why the step can never be done as written, at any time; empty if no reason is known. Makes no connection.
     */
    default Optional<Problem> refusal(S step) {
        return Optional.empty();
    }

    /**
     * Finds out how the step would fare in a job of {@code owner} now, and changes nothing. A step at a place with a
     * {@link SharedLook} is not asked for.
     */
    default StepLook look(S step, String owner, Cancellation cancellation) throws InterruptedException {
        return StepLook.NOTHING;
    }
}
