package dev.slipway;

import dev.slipway.dispatch.Timer;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does things later, and again and again, on one thread. What is left at its end is found again at the next start. */
final class Clockwork implements Timer {
    private final ScheduledThreadPoolExecutor thread;

    Clockwork(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> new Thread(task, name));
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @Override
    public void after(Duration delay, Runnable task) {
        thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The task must not throw, or it is not done again. */
    void each(Duration first, Duration period, Runnable task) {
        thread.scheduleWithFixedDelay(task, first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Begins nothing more. */
    void stop() {
        thread.shutdown();
    }

    /** The same, and interrupts what is being done. */
    void stopNow() {
        thread.shutdownNow();
    }
}
