package dev.slipway.toolkit;

import java.time.Duration;

/** Waiting between two looks at the service, which cannot call back. */
@FunctionalInterface
interface Pause {
    void of(Duration time);

    static Pause real() {
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
