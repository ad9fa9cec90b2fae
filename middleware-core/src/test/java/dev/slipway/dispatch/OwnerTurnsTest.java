package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnerTurnsTest {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final OwnerTurns turns = new OwnerTurns(pool);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void the_tasks_of_one_owner_hold_up_nobody_else() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch quick = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(4);
        for (int i = 0; i < 3; i++) {
            int number = i;
            turns.execute("mallory", () -> {
                await(slow);
                done.add("mallory " + number);
                all.countDown();
            });
        }
        turns.execute("alice", () -> {
            done.add("alice");
            quick.countDown();
            all.countDown();
        });

        Await.open(quick);
        slow.countDown();
        Await.open(all);
        assertThat(done).containsExactly("alice", "mallory 0", "mallory 1", "mallory 2");
    }

    @Test
    void a_task_that_fails_lets_the_next_run() throws Exception {
        CountDownLatch next = new CountDownLatch(1);
        turns.execute("alice", () -> {
            throw new IllegalStateException("as a test wants it");
        });
        turns.execute("alice", next::countDown);

        Await.open(next);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
