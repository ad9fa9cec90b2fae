package dev.slipway.gateway.step;

import dev.slipway.effect.Effect;
import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The handlers of all kinds of steps. Finds the one handler of a step by the step's record. */
public final class StepHandlers {
    private final Map<Class<?>, StepHandler<?>> byType = new LinkedHashMap<>();

    public StepHandlers(List<StepHandler<?>> handlers) {
        for (StepHandler<?> handler : handlers) {
            if (byType.put(handler.type(), handler) != null) {
                throw new IllegalArgumentException(
                        "two classes do a " + handler.type().getSimpleName());
            }
        }
    }

    /** Returns the effects of all kinds of steps. */
    public List<Effect> effects() {
        return List.copyOf(byType.values());
    }

    /** Does the step, as {@link StepHandler#move} says. */
    public StepReport move(StagingStep step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return move(of(step), step, context, cancellation);
    }

    /** Tells why the step can never be done, as {@link StepHandler#refusal} says. */
    public Optional<Problem> refusal(StagingStep step) {
        return refusal(of(step), step);
    }

    /** Looks at the step, as {@link StepHandler#look} says. */
    public StepLook look(StagingStep step, String owner, Cancellation cancellation) throws InterruptedException {
        return look(of(step), step, owner, cancellation);
    }

    /**
     * Settles an outward step, as {@link OutwardStepHandler#settle} says. Half-done stage-in lies in the run folder,
     * and is removed with that folder.
     */
    public Optional<StepReport> settle(StagingStep step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return settle(of(step), step, context, cancellation);
    }

    private StepHandler<?> of(StagingStep step) {
        StepHandler<?> handler = byType.get(step.getClass());
        if (handler == null) {
            throw new IllegalStateException("no class does a " + step.getClass().getSimpleName());
        }
        return handler;
    }

    private static <S extends StagingStep> StepReport move(
            StepHandler<S> handler, StagingStep step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return handler.move(handler.type().cast(step), context, cancellation);
    }

    private static <S extends StagingStep> Optional<Problem> refusal(StepHandler<S> handler, StagingStep step) {
        return handler.refusal(handler.type().cast(step));
    }

    private static <S extends StagingStep> StepLook look(
            StepHandler<S> handler, StagingStep step, String owner, Cancellation cancellation)
            throws InterruptedException {
        return handler.look(handler.type().cast(step), owner, cancellation);
    }

    private static <S extends StagingStep> Optional<StepReport> settle(
            StepHandler<S> handler, StagingStep step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (handler instanceof OutwardStepHandler<S> outward) {
            return outward.settle(outward.type().cast(step), context, cancellation);
        }
        throw new IllegalStateException("no class settles a " + step.getClass().getSimpleName());
    }
}
