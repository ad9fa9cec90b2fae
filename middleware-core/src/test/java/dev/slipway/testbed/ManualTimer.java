package dev.slipway.testbed;

import dev.slipway.dispatch.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Time passes when the test says so: each task runs when it is the next one due, and the clock jumps to that moment.
 */
public final class ManualTimer implements Timer {
    private record Due(Instant at, Runnable task) {}

    private final SettableClock clock;
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparing(Due::at));
    private final List<Duration> delays = new ArrayList<>();

    public ManualTimer(SettableClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void after(Duration delay, Runnable task) {
        delays.add(delay);
        queue.add(new Due(clock.instant().plus(delay), task));
    }

    /** Lets time pass to the next task and runs the task; returns false without a task. */
    public boolean runNext() {
        Due next;
        synchronized (this) {
            next = queue.poll();
            if (next == null) {
                return false;
            }
            if (next.at().isAfter(clock.instant())) {
                clock.advance(Duration.between(clock.instant(), next.at()));
            }
        }
        next.task().run();
        return true;
    }

    /** Returns the delays of all tasks so far. */
    public synchronized List<Duration> delays() {
        return List.copyOf(delays);
    }
}
