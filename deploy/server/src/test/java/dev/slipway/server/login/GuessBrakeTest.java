package dev.slipway.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the brake on guessing keeps; how it slows is seen in {@link PasswordLoginTest}. */
class GuessBrakeTest {

    @Test
    void forgets_the_oldest_failures_when_there_are_too_many() {
        GuessBrake brake = new GuessBrake(new SetClock());
        for (int i = 0; i < GuessBrake.FREE; i++) {
            brake.failed("ann", "10.0.0.1");
        }
        assertThat(brake.pause("ann", "10.0.0.1")).isPositive();

        for (int i = 0; i < GuessBrake.CAPACITY; i++) {
            brake.failed("nobody" + i, "10.6.6.6");
        }

        assertThat(brake.pause("ann", "10.0.0.1")).isZero();
        assertThat(brake.pause("nobody", "10.6.6.6")).isEqualTo(GuessBrake.PAUSE_OF_ADDRESS);
    }
}
