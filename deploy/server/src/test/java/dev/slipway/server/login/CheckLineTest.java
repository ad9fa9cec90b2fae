package dev.slipway.server.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the time that a claim waits in line. */
class CheckLineTest {
    private final AtomicLong nanos = new AtomicLong();

    /** The first thread looks at the time on entering and at its turn. */
    private final CountDownLatch secondHasEntered = new CountDownLatch(3);

    private final Semaphore cores = new Semaphore(1, true);
    private final CheckLine line = new CheckLine(cores, () -> {
        long now = nanos.get();
        secondHasEntered.countDown();
        return now;
    });

    /**
     * Runs two threads of one network. The second's turn comes when its time is over, and then another thread has the
     * core.
     */
    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void the_wait_for_ones_turn_and_that_for_a_core_are_one() throws Exception {
        CountDownLatch checking = new CountDownLatch(1);
        CountDownLatch late = new CountDownLatch(1);
        ExecutorService others = Executors.newCachedThreadPool();
        try {
            Future<?> first = others.submit(() -> line.inTurn("10.0.0.1", () -> {
                checking.countDown();
                await(late);
                return "checked";
            }));
            checking.await();
            Future<?> elsewhere = others.submit(() -> cores.acquireUninterruptibly());
            while (!cores.hasQueuedThreads()) {
                Thread.onSpinWait();
            }
            Future<?> second = others.submit(() -> assertThatThrownBy(() -> line.inTurn("10.0.0.1", () -> "checked"))
                    .isInstanceOf(CrowdedException.class));
            secondHasEntered.await();
            nanos.addAndGet(CheckLine.PATIENCE.toNanos());
            late.countDown();

            assertThat(first.get()).isEqualTo("checked");
            elsewhere.get();
            second.get();
        } finally {
            late.countDown();
            others.shutdown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
