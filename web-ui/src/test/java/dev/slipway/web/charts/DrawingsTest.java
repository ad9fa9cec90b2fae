package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.charts.Drawings.BusyException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class DrawingsTest {
    private final AtomicInteger drawn = new AtomicInteger();

    @Test
    void what_cannot_be_read_is_not_read_again() throws BusyException {
        Drawings<String> drawings = new Drawings<>(new Semaphore(1), Duration.ofMinutes(5));

        for (int i = 0; i < 3; i++) {
            assertThat(drawings.get("damaged", "failed", () -> {
                        drawn.incrementAndGet();
                        throw new IOException("damaged");
                    }))
                    .isEqualTo("failed");
        }

        assertThat(drawn).hasValue(1);
    }

    @Test
    void what_the_store_could_not_give_is_asked_for_again() throws BusyException {
        Drawings<String> drawings = new Drawings<>(new Semaphore(1), Duration.ofMinutes(5));

        assertThat(drawings.get("pnl", "failed", () -> {
                    throw new ProblemException(Problem.of(ProblemCode.STORE_UNREACHABLE, "the store is away"));
                }))
                .isEqualTo("failed");

        assertThat(drawings.get("pnl", "failed", () -> "picture")).isEqualTo("picture");
    }

    @Test
    void all_who_want_one_picture_have_it_drawn_once() throws Exception {
        Drawings<String> drawings = new Drawings<>(new Semaphore(8), Duration.ofMinutes(5));
        CountDownLatch asked = new CountDownLatch(8);
        ExecutorService readers = Executors.newFixedThreadPool(8);
        List<Future<String>> pictures = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            pictures.add(readers.submit(() -> {
                asked.countDown();
                asked.await();
                return drawings.get("pnl", "failed", () -> "picture " + drawn.incrementAndGet());
            }));
        }

        for (Future<String> picture : pictures) {
            assertThat(picture.get()).isEqualTo("picture 1");
        }
        readers.shutdown();
    }

    @Test
    void who_finds_no_turn_is_told_so_and_nothing_is_drawn_but_what_is_kept_is_there() throws BusyException {
        Semaphore turns = new Semaphore(1);
        Drawings<String> drawings = new Drawings<>(turns, Duration.ofMillis(10));
        drawings.get("known", "failed", () -> "picture");
        turns.acquireUninterruptibly();

        assertThatThrownBy(() -> drawings.get("pnl", "failed", () -> "picture")).isInstanceOf(BusyException.class);
        assertThat(drawings.get("known", "failed", () -> "another")).isEqualTo("picture");
        turns.release();
        assertThat(drawings.get("pnl", "failed", () -> "picture")).isEqualTo("picture");
        assertThat(turns.availablePermits()).isEqualTo(1);
    }
}
