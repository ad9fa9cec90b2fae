package dev.slipway.dispatch;

import java.time.Duration;

/** Does things later. */
@FunctionalInterface
public interface Timer {

    /** Runs {@code task} once, {@code delay} from now, on some thread; it must be short. Never if the timer is shut down before. */
    void after(Duration delay, Runnable task);
}
