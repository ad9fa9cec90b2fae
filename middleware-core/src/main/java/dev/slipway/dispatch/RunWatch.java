package dev.slipway.dispatch;

import dev.slipway.job.JobState;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunOrder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Notices the ends of runs. Between two full looks at a run, the watch checks for the record of its end, so that slots
 * do not stay idle. Both become rarer with more runs: a check takes some microseconds and a look a few hundred, so all
 * of them together take less than a tenth of a core with a thousand runs.
 */
final class RunWatch {
    private static final long LEAST_GLANCE_MICROS = 20_000;
    private static final long GLANCE_MICROS_PER_RUN = 500;
    private static final long LOOK_MICROS_PER_RUN = 5_000;

    private final Launcher launcher;
    private final Timer timer;
    private final Duration poll;
    private final Consumer<OpenJob> look;
    private final AtomicInteger watched = new AtomicInteger();

    /**
     * @param poll the interval between two looks at a run, while there are few runs
     * @param look looks at a run, soon; after the look, the job can be awaited again
     */
    RunWatch(Launcher launcher, Timer timer, Duration poll, Consumer<OpenJob> look) {
        this.launcher = launcher;
        this.timer = timer;
        this.poll = poll;
        this.look = look;
    }

    /** Looks at the run when the end shows, or when the next look is due; one such wait for a job at a time. */
    void later(OpenJob work, RunOrder order) {
        if (work.lookDue()) {
            watched.incrementAndGet();
            await(work, order, Math.max(micros(poll), watched.get() * LOOK_MICROS_PER_RUN));
        }
    }

    private void await(OpenJob work, RunOrder order, long left) {
        long glance = Math.min(left, Math.max(LEAST_GLANCE_MICROS, watched.get() * GLANCE_MICROS_PER_RUN));
        timer.after(Duration.ofNanos(glance * 1000), () -> {
            boolean past = work.job().state() != JobState.RUNNING;
            if (left <= glance || past || launcher.hasNews(order)) {
                watched.decrementAndGet();
                look.accept(work);
            } else {
                await(work, order, left - glance);
            }
        });
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }
}
