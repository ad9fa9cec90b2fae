package dev.slipway;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.run.ScratchMeter;
import dev.slipway.run.ScratchUse;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the queue how many bytes the run folders hold, at each run. */
record ScratchWatch(ScratchUse use, MetaScheduler scheduler, Dispatcher dispatcher) implements Runnable {
    private static final Duration EACH = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(ScratchWatch.class);

    /** Measures the run folders from now on, if the settings limit them. */
    static void begin(MiddlewareSettings settings, MetaScheduler scheduler, Dispatcher dispatcher, DelayedTasks tasks) {
        if (settings.queue().limitsScratch()) {
            ScratchMeter use = new ScratchMeter(settings.scratch(), EACH);
            tasks.each(Duration.ZERO, EACH, new ScratchWatch(use, scheduler, dispatcher));
        }
    }

    @Override
    public void run() {
        try {
            if (scheduler.scratch(use.bytes())) {
                dispatcher.turns();
            }
        } catch (RuntimeException e) {
            LOG.warn("the use of scratch space is not known: {}", e.getMessage());
        }
    }
}
