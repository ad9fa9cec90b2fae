package dev.slipway.toolkit;

import java.time.Duration;

/** Waits between two looks at the service, which cannot call the toolkit back. */
@FunctionalInterface
interface PollDelay {
    void of(Duration time);

    static PollDelay real() {
        return time -> {
            try {
                Thread.sleep(time.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure(ExitStatus.INTERNAL, "interrupted", "", "");
            }
        };
    }
}
