package dev.slipway.dispatch;

import dev.slipway.job.Job.StepId;
import dev.slipway.staging.TransferMeter;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Publishes the progress of one try of a step to front ends; calls after the end of the try have no effect.
 *
 * @param meters the meters of the job
 * @param moved receives the number of moved bytes as well, because the turns of steps depend on that number
 */
record StepMeter(Map<StepId, MovingStep> meters, StepId id, AtomicLong moved, Supplier<Instant> now)
        implements TransferMeter {
    @Override
    public void moved(long bytes, long rows) {
        moved.set(bytes);
        note(last -> last.then(bytes, rows, now.get()));
    }

    @Override
    public void kept(long bytes) {
        note(last -> last.keeping(bytes, now.get()));
    }

    @Override
    public void expects(long bytes) {
        note(last -> last.expecting(bytes));
    }

    private void note(UnaryOperator<MovingStep> change) {
        meters.computeIfPresent(id, (one, last) -> change.apply(last));
    }
}
