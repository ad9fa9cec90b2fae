package dev.slipway;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.run.ScratchUse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the queue how many bytes the run folders hold, at each run. */
record ScratchWatch(ScratchUse use, MetaScheduler scheduler, Dispatcher dispatcher) implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ScratchWatch.class);

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
