package dev.slipway.dispatch;

import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Ends tries of steps that stand still or crawl, as an outage of their place: the step is tried again when the place
 * answers.
 */
final class StallWatch {
    /** The number of looks within the time that a step may stand still. */
    private static final int LOOKS = 4;

    private final StallLimits limits;
    private final Timer timer;
    private final Supplier<Instant> now;

    StallWatch(StallLimits limits, Timer timer, Supplier<Instant> now) {
        this.limits = limits;
        this.timer = timer;
        this.now = now;
    }

    /**
     * Runs {@code effect} on this thread, and interrupts an effect that stands still.
     *
     * @param step the step and its place, in words
     * @param reading the step's progress; empty before data move
     * @throws ProblemException STEP_STALLED
     */
    <T> T watched(String step, Supplier<Optional<MovingStep>> reading, Callable<T> effect) throws Exception {
        if (!limits.watches()) {
            return effect.call();
        }
        Watch watch = new Watch(step, reading);
        watch.lookLater();
        try {
            return effect.call();
        } catch (InterruptedException e) {
            throw watch.verdict()
                    .map(ProblemException::new)
                    .map(Exception.class::cast)
                    .orElse(e);
        } finally {
            watch.end();
        }
    }

    private final class Watch {
        private final Thread thread = Thread.currentThread();
        private final String step;
        private final Supplier<Optional<MovingStep>> reading;
        private Optional<MovingStep> spanBegan = Optional.empty();
        private Instant spanBegun;
        private Optional<Problem> verdict = Optional.empty();
        private boolean over;

        Watch(String step, Supplier<Optional<MovingStep>> reading) {
            this.step = step;
            this.reading = reading;
        }

        void lookLater() {
            timer.after(limits.idle().dividedBy(LOOKS), this::look);
        }

        synchronized Optional<Problem> verdict() {
            return verdict;
        }

        synchronized void end() {
            over = true;
        }

        private synchronized void look() {
            if (over) {
                return;
            }
            verdict = reading.get().flatMap(this::judge);
            if (verdict.isPresent()) {
                thread.interrupt();
            } else {
                lookLater();
            }
        }

        private Optional<Problem> judge(MovingStep far) {
            if (far.bytes() == 0 && far.rows() == 0) {
                // A database may compute for long before its first row, and has a separate limit for that.
                return Optional.empty();
            }
            Instant at = now.get();
            Duration idle = Duration.between(far.moved(), at);
            if (idle.compareTo(limits.idle()) >= 0) {
                return Optional.of(stalled("has moved nothing for " + idle.toSeconds() + " s, after "
                        + ByteCount.words(far.bytes()) + " in all"));
            }
            // A step that begins its file anew, over another connection, counts from there.
            if (spanBegan.isEmpty() || far.bytes() < spanBegan.get().bytes()) {
                begin(far, at);
                return Optional.empty();
            }
            Duration span = Duration.between(spanBegun, at);
            if (span.compareTo(limits.idle()) < 0) {
                return Optional.empty();
            }
            long bytes = far.bytes() - spanBegan.get().bytes();
            begin(far, at);
            return bytes < limits.leastRate() * span.toSeconds()
                    ? Optional.of(stalled("has moved " + ByteCount.words(bytes) + " in " + span.toSeconds()
                            + " s, less than " + ByteCount.words(limits.leastRate()) + " a second"))
                    : Optional.empty();
        }

        private void begin(MovingStep far, Instant at) {
            spanBegan = Optional.of(far);
            spanBegun = at;
        }

        private Problem stalled(String how) {
            return Problem.of(ProblemCode.STEP_STALLED, step + " " + how + ", and was broken off");
        }
    }
}
