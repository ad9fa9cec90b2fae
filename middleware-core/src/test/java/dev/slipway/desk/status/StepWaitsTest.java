package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.dispatch.StepWait;
import dev.slipway.dispatch.StepWait.Cause;
import dev.slipway.request.Place;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepWaitsTest {
    private static final Place MARKET = new Place.Host("market");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    STEPS_OF_USER  | 6 steps of user alice move now, as many as one user may have | steps-per-user
                    SHARE_OF_PLACE | 6 steps of user alice move there now, \
                    and one user leaves the rest of that place to others | host-transfers
                    PLACE_FULL     | 6 steps move there now, as many as may at once               | host-transfers
                    ALL_FULL       | 6 steps of all jobs move now, as many as may at once         | steps-at-once
                    LARGE          | it is large, and large steps leave room for small ones       |
                    TURN           | older steps, and steps of users who have fewer, go first     |
                    """)
    void says_what_a_step_waits_for_and_which_limit_is_behind_it(Cause cause, String why, String key) {
        StepWaits waits = waits(1, new StepWait("prices", MARKET, false, cause, 6));

        assertThat(waits.words()).contains("a turn for step prices to host market: " + why);
        if (key == null) {
            assertThat(waits.remedy().isNone()).isTrue();
        } else {
            assertThat(waits.remedy().shell())
                    .contains("cancel what is not needed")
                    .endsWith(" slipway.limits." + key + ".");
        }
    }

    @Test
    void counts_the_other_steps_that_wait() {
        StepWait one = new StepWait("prices", MARKET, true, Cause.PLACE_FULL, 1);

        assertThat(waits(3, one).words())
                .contains("a turn for step prices from host market (2 steps more wait): 1 step moves from there now,"
                        + " as many as may at once");
        assertThat(waits(0, one).words()).isEqualTo(Optional.empty());
    }

    private static StepWaits waits(int many, StepWait wait) {
        List<StepWait> waits = Collections.nCopies(many, wait);
        return new StepWaits("alice", waits);
    }
}
