package dev.slipway.dispatch;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads with a prefix and a number for their names, which an operator finds in a thread dump. */
final class NamedThreads implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger number = new AtomicInteger();

    NamedThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
        return new Thread(task, prefix + number.incrementAndGet());
    }
}
