package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferClockTest {
    private static final Duration STALL = Duration.ofMinutes(2);

    private long now = Long.MAX_VALUE - 5;

    private TransferClock clock(Long... sizes) {
        return new TransferClock(STALL, List.of(sizes), () -> now);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static Problem refused(TransferClock clock, long bytes, boolean hashing) {
        return catchThrowableOfType(ProblemException.class, () -> clock.check("far", bytes, hashing))
                .problem();
    }

    @Test
    void a_byte_now_and_then_does_not_keep_a_transfer_going_for_ever() {
        TransferClock clock = clock(6_553_600L, 0L);
        long bytes = 0;
        for (int minute = 0; minute < 11; minute++) {
            pass(Duration.ofMinutes(1));
            clock.check("far", ++bytes, false);
        }
        pass(Duration.ofSeconds(42));
        clock.check("far", ++bytes, false);
        pass(Duration.ofSeconds(1));

        Problem problem = refused(clock, ++bytes, false);

        assertThat(problem.code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
        assertThat(problem.message()).contains("host far").contains("within 702 s");
    }

    @Test
    void a_large_file_may_take_long() {
        TransferClock clock = clock(1L << 40);
        for (int minute = 0; minute < 10_000; minute++) {
            pass(Duration.ofMinutes(1));
            clock.check("far", minute + 1L, false);
        }
    }

    @Test
    void a_transfer_without_any_byte_fails_soon_unless_the_host_hashes() {
        TransferClock clock = clock(1L << 30);
        pass(STALL);
        clock.check("far", 0, false);
        pass(Duration.ofSeconds(1));
        clock.check("far", 0, true);

        assertThat(refused(clock, 0, false).message())
                .contains("no byte has moved")
                .contains("for 120 s");
    }
}
