package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the watch for stalled steps with a clock and a timer that the test moves. */
class StallWatchTest {
    private static final Instant BEGUN = Instant.parse("2026-11-20T10:00:00Z");

    private final Deque<Runnable> looks = new ArrayDeque<>();
    private Instant now = BEGUN;
    private Optional<MovingStep> reading = Optional.empty();

    private Optional<Problem> problem(StallLimits limits, Runnable steps) throws Exception {
        StallWatch watch = new StallWatch(limits, (delay, task) -> looks.add(task), () -> now);
        try {
            watch.watched("step x", () -> reading, () -> {
                steps.run();
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return "done";
            });
            return Optional.empty();
        } catch (ProblemException e) {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.STEP_STALLED);
            return Optional.of(e.problem());
        }
    }

    private void pass(Duration time, long bytes) {
        now = now.plus(time);
        reading = Optional.of(reading.map(last -> last.then(bytes, 0, now)).orElseGet(() -> MovingStep.begun(now)));
        looks.removeFirst().run();
    }

    @Test
    void one_that_has_not_begun_or_that_moves_goes_on() throws Exception {
        assertThat(problem(new StallLimits(Duration.ofSeconds(40), 0), () -> {
                    now = now.plusSeconds(3600);
                    looks.removeFirst().run();
                    pass(Duration.ofSeconds(10), 0);
                    for (int bytes = 1; bytes < 20; bytes++) {
                        pass(Duration.ofSeconds(30), bytes);
                    }
                }))
                .isEmpty();
    }

    @Test
    void one_that_moves_nothing_is_broken_off() throws Exception {
        assertThat(problem(new StallLimits(Duration.ofSeconds(40), 0), () -> {
                    pass(Duration.ofSeconds(10), 0);
                    pass(Duration.ofSeconds(10), 2048);
                    pass(Duration.ofSeconds(30), 2048);
                    pass(Duration.ofSeconds(10), 2048);
                }))
                .hasValueSatisfying(problem -> assertThat(problem.message())
                        .isEqualTo("step x has moved nothing for 40 s, after 2 KiB in all, and was broken off"));
    }

    @Test
    void one_that_crawls_is_broken_off() throws Exception {
        assertThat(problem(new StallLimits(Duration.ofSeconds(40), 1024), () -> {
                    pass(Duration.ofSeconds(10), 0);
                    pass(Duration.ofSeconds(20), 30_720);
                    pass(Duration.ofSeconds(20), 60_000);
                    pass(Duration.ofSeconds(20), 75_720);
                    pass(Duration.ofSeconds(20), 75_800);
                    pass(Duration.ofSeconds(20), 75_860);
                }))
                .hasValueSatisfying(problem -> assertThat(problem.message())
                        .isEqualTo("step x has moved 140 B in 40 s, less than 1 KiB a second, and was broken off"));
    }

    @Test
    void one_that_begins_its_file_anew_is_counted_from_there() throws Exception {
        assertThat(problem(new StallLimits(Duration.ofSeconds(40), 1024), () -> {
                    pass(Duration.ofSeconds(10), 0);
                    pass(Duration.ofSeconds(10), 1_000_000);
                    pass(Duration.ofSeconds(30), 2_000_000);
                    pass(Duration.ofSeconds(30), 100_000);
                    pass(Duration.ofSeconds(30), 200_000);
                    pass(Duration.ofSeconds(30), 300_000);
                }))
                .isEmpty();
    }

    @Test
    void an_interrupt_of_somebody_else_stays_one() {
        StallWatch watch =
                new StallWatch(new StallLimits(Duration.ofSeconds(40), 0), (delay, task) -> looks.add(task), () -> now);

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> watch.watched("step x", () -> reading, () -> {
                    throw new InterruptedException("cancelled");
                }))
                .isInstanceOf(InterruptedException.class);
    }
}
