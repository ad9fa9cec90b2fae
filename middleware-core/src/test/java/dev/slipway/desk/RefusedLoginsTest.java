package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Credential;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusedLoginsTest {
    private static final SshFetch OPERATORS =
            new SshFetch(new StepHead.In("curve", 1, new RunPath("curve")), "market", "/curve");
    private static final StagingStep GUESS = OPERATORS.by(Optional.of(new Credential("eve", "sealed")));
    private static final StepLook REFUSED =
            StepLook.of(Problem.of(ProblemCode.CREDENTIAL_REFUSED, "host market refuses the login"));

    private long now = -7;
    private final RefusedLogins logins = new RefusedLogins(() -> now);

    private void refuse(int times) {
        for (int i = 0; i < times; i++) {
            logins.heard("ann", GUESS, REFUSED);
        }
    }

    private boolean waits() {
        return logins.obstacle("ann", GUESS).isPresent();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void the_wait_doubles_with_each_refusal_after_the_third() {
        refuse(2);
        assertThat(waits()).isFalse();

        for (int minutes = 1; minutes <= 32; minutes *= 2) {
            refuse(1);
            pass(Duration.ofMinutes(minutes).minusSeconds(1));
            assertThat(waits()).as(minutes + " min").isTrue();
            pass(Duration.ofSeconds(1));
            assertThat(waits()).as(minutes + " min").isFalse();
        }
        refuse(20);
        pass(Duration.ofHours(1));
        assertThat(waits()).isFalse();
    }

    @Test
    void a_login_that_is_let_in_covers_no_guess() {
        refuse(3);
        logins.heard("ann", GUESS, StepLook.NOTHING);

        assertThat(waits()).isTrue();
    }

    @Test
    void refusals_are_forgotten_an_hour_after_the_wait() {
        refuse(3);
        pass(Duration.ofMinutes(61).plusSeconds(1));
        refuse(2);

        assertThat(waits()).isFalse();
    }

    @Test
    void only_logins_of_the_steps_own_wait_and_only_that_users_there() {
        refuse(3);

        assertThat(logins.obstacle("ann", OPERATORS)).isEmpty();
        assertThat(logins.obstacle("bob", GUESS)).isEmpty();
        assertThat(logins.obstacle(
                        "ann",
                        new SshFetch(new StepHead.In("curve", 1, new RunPath("curve")), "other", "/curve")
                                .by(GUESS.credential())))
                .isEmpty();
    }
}
