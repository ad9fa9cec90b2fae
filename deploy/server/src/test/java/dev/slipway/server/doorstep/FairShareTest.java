package dev.slipway.server.doorstep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests how many places each network gets. */
class FairShareTest {
    private final FairShare share = new FairShare(384);

    @Test
    void one_network_gets_half_and_the_next_half_of_what_is_left() {
        assertThat(takeAll("10.0.0.1")).isEqualTo(192);
        assertThat(takeAll("10.0.0.2")).isEqualTo(96);
        assertThat(takeAll("10.0.0.1")).isZero();
        assertThat(share.take("10.0.0.3")).isTrue();
    }

    @Test
    void whoever_comes_first_from_somewhere_finds_a_place_while_others_take_all_they_can() {
        for (int i = 0; i < 8; i++) {
            takeAll("10.6.6." + i);
        }

        assertThat(share.take("10.0.0.1")).isTrue();
    }

    @Test
    void a_place_that_is_given_back_can_be_taken_again() {
        FairShare two = new FairShare(2);
        assertThat(two.take("10.0.0.1")).isTrue();
        assertThat(two.take("10.0.0.1")).isFalse();
        assertThat(two.take("10.0.0.2")).isTrue();
        assertThat(two.take("10.0.0.3")).isFalse();

        assertThat(two.give("10.0.0.1")).isTrue();

        assertThat(two.take("10.0.0.3")).isTrue();
    }

    private int takeAll(String network) {
        int taken = 0;
        while (share.take(network)) {
            taken++;
        }
        return taken;
    }
}
