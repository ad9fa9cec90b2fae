package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.staging.Place;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacesTest {
    private static final Place RISK = new Place.Source("risk");

    private final Paces paces = new Paces();

    @Test
    void knows_nothing_of_a_place_or_a_way_of_which_nothing_was_moved() {
        paces.ended(RISK, true, 1000, Duration.ofSeconds(1));

        assertThat(paces.of(new Place.Host("risk"), true, 1000)).isEmpty();
        assertThat(paces.of(RISK, false, 1000)).isEmpty();
    }

    @Test
    void takes_the_median_of_those_nearest_in_size() {
        for (int i = 0; i < 20; i++) {
            paces.ended(RISK, true, 1_000_000_000, Duration.ofSeconds(100));
        }
        for (int seconds = 1; seconds <= 5; seconds++) {
            paces.ended(RISK, true, 1_000_000, Duration.ofSeconds(seconds));
        }

        assertThat(paces.of(RISK, true, 1_000_000)).contains(new Paces.Pace(Duration.ofSeconds(3), 5));
        assertThat(paces.of(RISK, true, 2_000_000_000)).contains(new Paces.Pace(Duration.ofSeconds(200), 5));
    }

    @Test
    void a_smaller_move_is_not_taken_to_be_faster() {
        paces.ended(RISK, true, 1_000_000, Duration.ofSeconds(2));

        assertThat(paces.of(RISK, true, 1)).contains(new Paces.Pace(Duration.ofSeconds(2), 1));
    }
}
