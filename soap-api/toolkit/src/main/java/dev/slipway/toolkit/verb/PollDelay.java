package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import java.time.Duration;

/** Waits between two looks at the service, which cannot call the toolkit back. */
@FunctionalInterface
public interface PollDelay {
    void of(Duration time);

    static PollDelay real() {
        return time -> {
            try {
                Thread.sleep(time.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure(OwnProblem.INTERNAL, "interrupted", "", "");
            }
        };
    }
}
