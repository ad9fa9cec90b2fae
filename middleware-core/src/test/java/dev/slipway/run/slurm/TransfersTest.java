package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.OsAccount;
import dev.slipway.servers.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransfersTest {
    private static final OsAccount ALICE = LocalScratch.ALICE;
    private static final OsAccount BOB = new OsAccount("bob", 1001, 1001);

    private final Transfers transfers = new Transfers("main");
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch door = new CountDownLatch(1);

    @AfterEach
    void close() {
        transfers.close();
    }

    private void wait_at_the_door() throws InterruptedException {
        begun.incrementAndGet();
        door.await();
    }

    @Test
    void a_long_transfer_begins_once_and_is_asked_for_again() throws Exception {
        assertThat(transfers.done("one", ALICE, this::wait_at_the_door)).isFalse();
        assertThat(transfers.done("one", ALICE, this::wait_at_the_door)).isFalse();
        assertThat(transfers.isUnderWay("one")).isTrue();
        assertThat(transfers.hasResult("one")).isFalse();

        door.countDown();

        Await.until("the end of the transfer", () -> transfers.hasResult("one"));
        assertThat(transfers.done("one", ALICE, this::wait_at_the_door)).isTrue();
        assertThat(begun).hasValue(1);
        assertThat(transfers.hasResult("one")).isFalse();
    }

    @Test
    void a_problem_comes_back_once_and_the_next_call_tries_again() throws Exception {
        Transfers.Work full = () -> {
            throw new ProblemException(Problem.of(ProblemCode.STORAGE_FULL, "full"));
        };
        assertThatThrownBy(() -> transfers.done("one", ALICE, full)).hasMessageContaining("full");
        assertThat(transfers.done("one", ALICE, () -> {})).isTrue();
    }

    @Test
    void a_stopped_transfer_has_ended_and_no_transfer_begins_after_the_close() throws Exception {
        assertThat(transfers.done("one", ALICE, this::wait_at_the_door)).isFalse();

        transfers.stop("one");

        assertThat(transfers.isUnderWay("one")).isFalse();
        transfers.close();
        // Not a problem of the run, which would end the run.
        assertThatThrownBy(() -> transfers.done("two", ALICE, () -> {})).isInstanceOf(InterruptedException.class);
    }

    @Test
    void the_hanging_transfers_of_one_owner_keep_no_other_owner_waiting() throws Exception {
        for (int run = 0; run < 5; run++) {
            assertThat(transfers.done("alice" + run, ALICE, this::wait_at_the_door))
                    .isFalse();
        }
        assertThat(begun).as("one at a time").hasValue(1);

        assertThat(transfers.done("bob", BOB, () -> {})).isTrue();

        transfers.stop("alice1");
        door.countDown();
        for (int run : new int[] {0, 2, 3, 4}) {
            String name = "alice" + run;
            Await.until("the turn of " + name, () -> transfers.hasResult(name));
            assertThat(transfers.done(name, ALICE, this::wait_at_the_door)).isTrue();
        }
        assertThat(begun).as("all but the stopped one").hasValue(4);
        assertThat(transfers.done("alice5", ALICE, () -> {})).isTrue();
    }
}
