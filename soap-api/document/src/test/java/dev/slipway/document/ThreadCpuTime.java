package dev.slipway.document;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Measures the processor time of the calling thread: what a reading costs, however busy the machine is. */
public final class ThreadCpuTime {
    private final long begun = used();

    private static long used() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    public Duration spent() {
        return Duration.ofNanos(used() - begun);
    }
}
