package dev.slipway.dispatch;

import java.time.Duration;

/** Runs tasks later. */
@FunctionalInterface
public interface Timer {

    /**
     * Runs {@code task} once, {@code delay} from now, on some thread; the task must be short. Does not run it if the
     * timer is shut down before.
     */
    void after(Duration delay, Runnable task);
}
