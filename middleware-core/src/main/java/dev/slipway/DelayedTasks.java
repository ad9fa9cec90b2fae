package dev.slipway;

import dev.slipway.dispatch.Timer;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks later, once or again and again, on one thread. A task that has not run when the service ends is found
 * again by the next start.
 */
final class DelayedTasks implements Timer {
    private final ScheduledThreadPoolExecutor thread;

    DelayedTasks(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> new Thread(task, name));
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @Override
    public void after(Duration delay, Runnable task) {
        thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs the task again and again. It must not throw, or it does not run again. */
    void each(Duration first, Duration period, Runnable task) {
        thread.scheduleWithFixedDelay(task, first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Stops; no further task begins. */
    void stop() {
        thread.shutdown();
    }

    /** Stops, and interrupts the task that runs. */
    void stopNow() {
        thread.shutdownNow();
    }
}
