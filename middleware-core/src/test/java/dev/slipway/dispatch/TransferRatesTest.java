package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.Place;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransferRatesTest {
    private static final Place RISK = new Place.Source("risk");

    private final TransferRates rates = new TransferRates();

    @Test
    void knows_nothing_of_a_place_or_a_way_of_which_nothing_was_moved() {
        rates.ended(RISK, true, 1000, Duration.ofSeconds(1));

        assertThat(rates.of(new Place.Host("risk"), true, 1000)).isEmpty();
        assertThat(rates.of(RISK, false, 1000)).isEmpty();
    }

    @Test
    void takes_the_median_of_those_nearest_in_size() {
        for (int i = 0; i < 20; i++) {
            rates.ended(RISK, true, 1_000_000_000, Duration.ofSeconds(100));
        }
        for (int seconds = 1; seconds <= 5; seconds++) {
            rates.ended(RISK, true, 1_000_000, Duration.ofSeconds(seconds));
        }

        assertThat(rates.of(RISK, true, 1_000_000))
                .contains(new TransferRates.TransferTime(Duration.ofSeconds(3), 5, false));
        assertThat(rates.of(RISK, true, 2_000_000_000))
                .contains(new TransferRates.TransferTime(Duration.ofSeconds(1 + 2 * 99), 5, false));
    }

    @Test
    void a_smaller_move_takes_the_way_still() {
        rates.ended(RISK, true, 1_000_000, Duration.ofMillis(400));
        rates.ended(RISK, false, 1_000_000_000, Duration.ofSeconds(100));

        assertThat(rates.of(RISK, true, 1)).contains(new TransferRates.TransferTime(Duration.ofMillis(400), 1, false));
        assertThat(rates.of(RISK, false, 1)).contains(new TransferRates.TransferTime(Duration.ofSeconds(1), 1, false));
    }

    @Test
    void a_small_move_tells_of_the_way_and_of_no_rate() {
        rates.ended(RISK, true, 300, Duration.ofMillis(50));

        assertThat(rates.of(RISK, true, 3)).contains(new TransferRates.TransferTime(Duration.ofMillis(50), 1, false));
        assertThat(rates.of(RISK, true, 1_000_000_000))
                .contains(new TransferRates.TransferTime(Duration.ofMillis(50_050), 1, true));
    }

    @Test
    void many_small_moves_do_not_drive_out_what_is_known_of_the_rate() {
        rates.ended(RISK, true, 10_000_000, Duration.ofMillis(2_050));
        for (int i = 0; i < 100; i++) {
            rates.ended(RISK, true, 300, Duration.ofMillis(50 + i));
        }

        // At 5 MB/s, after the way of the last 50 that took the least.
        assertThat(rates.of(RISK, true, 100_000_000).orElseThrow().time())
                .isBetween(Duration.ofSeconds(19), Duration.ofSeconds(21));
        assertThat(rates.of(RISK, true, 100_000_000).orElseThrow().guessedRate())
                .isFalse();
    }

    @Test
    void a_place_that_computed_for_long_is_not_taken_to_be_far_away() {
        rates.ended(RISK, true, 100_000_000, Duration.ofSeconds(10));
        rates.ended(RISK, true, 20, Duration.ofSeconds(60));

        assertThat(rates.of(RISK, true, 100_000_000))
                .contains(new TransferRates.TransferTime(Duration.ofSeconds(10), 1, false));
    }

    @Test
    void a_move_of_no_bytes_tells_nothing() {
        rates.ended(RISK, true, 0, Duration.ofSeconds(60));

        assertThat(rates.of(RISK, true, 1000)).isEmpty();
    }
}
