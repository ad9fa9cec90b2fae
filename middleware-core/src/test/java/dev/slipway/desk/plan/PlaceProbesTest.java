package dev.slipway.desk.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.RefusedLogins;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.staging.StagingProbe;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that looks end in a bounded time, and that a user's permit ends with the last look. */
@Timeout(300)
class PlaceProbesTest {
    private static final Place RISK = new Place.Source("risk");
    private static final StagingProbe NOBODY = place -> Optional.empty();

    private final ProbePermits permits = new ProbePermits("look", Duration.ofMillis(10));
    private final PlaceProbes probes = new PlaceProbes(NOBODY, Await.PATIENCE, new RefusedLogins(System::nanoTime));
    private final PlaceProbes impatient =
            new PlaceProbes(NOBODY, Duration.ofMillis(200), new RefusedLogins(System::nanoTime));
    private final CountDownLatch letGo = new CountDownLatch(1);

    private static Problem refusal(Runnable call) {
        try {
            call.run();
            throw new AssertionError("not refused");
        } catch (ProblemException e) {
            return e.problem();
        }
    }

    private String ask(Callable<String> question) {
        return ask(probes, question);
    }

    private String ask(PlaceProbes probes, Callable<String> question) {
        try (ProbePermits.Permit permit = permits.take("ann")) {
            return probes.at(permit, RISK, question);
        }
    }

    /** Hangs like a driver that ignores interrupts, until the test lets go. */
    private String hang() {
        while (true) {
            try {
                letGo.await();
                return "late";
            } catch (InterruptedException e) {
                assertThat(letGo.getCount()).isOne();
            }
        }
    }

    @Test
    void a_place_that_does_not_answer_is_left_and_its_user_waits_until_it_has_let_go() {
        Problem left = refusal(() -> ask(impatient, this::hang));

        assertThat(left.code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        assertThat(left.message()).startsWith("source risk has not answered all that was asked within");
        assertThat(refusal(() -> permits.take("ann")).code()).isEqualTo(ProblemCode.PLAN_BUSY);
        permits.take("bob").close();
        letGo.countDown();
        assertThat(again()).isEqualTo("prompt");
    }

    /** The turn ends a moment after the look. */
    private String again() {
        while (true) {
            try {
                return ask(() -> "prompt");
            } catch (ProblemException e) {
                assertThat(e.problem().code()).isEqualTo(ProblemCode.PLAN_BUSY);
            }
        }
    }

    @Test
    void an_error_of_ours_is_told_without_its_words() {
        Problem problem = refusal(() -> ask(() -> {
            throw new IllegalStateException("canary");
        }));

        assertThat(problem.code()).isEqualTo(ProblemCode.INTERNAL);
        assertThat(problem.toString()).doesNotContain("canary");
    }

    @Test
    void only_some_have_a_permit_at_once() {
        for (int i = 0; i < 8; i++) {
            permits.take("user" + i);
        }

        assertThatThrownBy(() -> permits.take("ann")).hasMessageContaining("8 looks are being made");
    }

    @Test
    void who_finds_no_permit_has_the_next_one() throws Exception {
        ProbePermits patient = new ProbePermits("look", Await.PATIENCE);
        patient.take("bob", RISK);
        ProbePermits.Permit second = patient.take("eve", RISK);
        FutureTask<ProbePermits.Permit> next = new FutureTask<>(() -> patient.take("ann", RISK));
        Thread ann = new Thread(next);
        ann.start();
        Await.until(() -> "ann is " + ann.getState(), () -> ann.getState() == Thread.State.TIMED_WAITING);
        assertThat(next).isNotDone();

        second.close();

        Await.end(next).close();
        patient.take("ann", RISK).close();
    }

    @Test
    void one_place_has_a_fourth_of_the_turns() {
        permits.take("bob", RISK);
        permits.take("eve", RISK);

        assertThatThrownBy(() -> permits.take("ann", RISK))
                .hasMessageContaining("2 looks at source risk are being made");
        permits.take("ann", new Place.Source("other")).close();
    }
}
