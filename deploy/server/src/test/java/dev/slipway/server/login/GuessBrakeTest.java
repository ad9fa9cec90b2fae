package dev.slipway.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the memory of the brake on guessing; {@link PasswordLoginTest} tests the pauses. */
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
        assertThat(brake.pause("nobody", "10.6.6.6")).isEqualTo(GuessBrake.LONGEST);
    }

    @Test
    void slows_guesses_at_one_user_that_come_from_everywhere() {
        GuessBrake brake = new GuessBrake(new SetClock());
        int checked = 0;
        for (int i = 0; i < 80; i++) {
            String address = "10.0.0." + i / 2;
            if (brake.pause("ann", address).isZero()) {
                brake.failed("ann", address);
                checked++;
            }
        }

        assertThat(checked).isEqualTo(GuessBrake.FREE_OF_USER);
        assertThat(brake.pause("bob", "10.0.0.1")).as("another user").isZero();
    }

    @Test
    void bounds_the_pause_of_a_user_at_whom_everybody_guesses() {
        SetClock clock = new SetClock();
        GuessBrake brake = new GuessBrake(clock);
        for (int i = 0; i < 1_000; i++) {
            brake.failed("ann", "10.0." + i / 200 + "." + i % 200);
        }

        assertThat(brake.pause("ann", "10.9.9.9")).isEqualTo(GuessBrake.LONGEST_OF_USER);
        clock.move(GuessBrake.LONGEST_OF_USER);
        assertThat(brake.pause("ann", "10.9.9.9")).isZero();
    }

    @Test
    void keeps_nobody_out_of_where_they_were_let_in_before_however_many_guess_from_elsewhere() {
        GuessBrake brake = new GuessBrake(new SetClock());
        brake.succeeded("ann", "10.0.0.1");
        for (int i = 0; i < 1_000; i++) {
            brake.failed("ann", "10.1." + i / 200 + "." + i % 200);
        }

        assertThat(brake.pause("ann", "10.0.0.1")).isZero();
    }

    @Test
    void slows_one_address_that_tries_one_password_at_all_names_more_and_more() {
        SetClock clock = new SetClock();
        GuessBrake brake = new GuessBrake(clock);
        int checked = 0;
        for (int second = 0; second < 600; second++) {
            for (int i = 0;
                    i < 4 && brake.pause("name" + second + i, "10.0.0.1").isZero();
                    i++) {
                brake.failed("name" + second + i, "10.0.0.1");
                checked++;
            }
            clock.move(Duration.ofSeconds(1));
        }

        assertThat(checked).isLessThan(300);
    }
}
