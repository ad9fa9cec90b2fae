package dev.slipway;

import dev.slipway.dispatch.Timer;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks later, once or repeatedly, on one thread. The next start of the service finds the work of tasks that did
 * not run.
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

    /** Runs the task repeatedly. After an exception, the task does not run again. */
    void each(Duration first, Duration period, Runnable task) {
        thread.scheduleWithFixedDelay(task, first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Lets no further task begin; a task that runs may end. */
    void stop() {
        thread.shutdown();
    }

    /** Lets no further task begin, and interrupts the task that runs. */
    void stopNow() {
        thread.shutdownNow();
    }
}
