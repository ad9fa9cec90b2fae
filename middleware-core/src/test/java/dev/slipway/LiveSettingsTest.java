package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.operations.OperationsBench;
import dev.slipway.servers.Await;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests changes of the settings while jobs wait for their turns. */
class LiveSettingsTest extends OperationsBench {
    private static final Set<Thread.State> STILL = Set.of(Thread.State.WAITING, Thread.State.TERMINATED);

    /** Holds the dispatcher's thread at the moment at which a job is ready and has not had its turn. */
    private final class HeldTurn {
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        HeldTurn() {
            bed.middleware.listen(this::hold);
        }

        private void hold(Job job) {
            if (job.state() == JobState.READY && held.getCount() > 0) {
                held.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Test
    void a_change_waits_for_the_turn_under_way_so_that_no_turn_sees_half_of_it() throws Exception {
        MiddlewareSettings before = bed.settings();
        HeldTurn turn = new HeldTurn();
        JobToken token = bed.submit(JobRequests.small());
        turn.held.await();
        Thread change = changing(without("local"));
        change.start();

        try {
            Await.until("the change to wait or to end", () -> STILL.contains(change.getState()));
            assertThat(change.getState()).isEqualTo(Thread.State.WAITING);
            assertThat(partitions()).contains("local");
        } finally {
            turn.goOn.countDown();
        }
        change.join();
        assertThat(partitions()).containsExactly("other");
        changing(before).run();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_job_waits_for_a_partition_that_went_and_for_the_drain_with_which_the_partition_comes_back()
            throws Exception {
        MiddlewareSettings before = bed.settings();
        desk().stop(MiddlewareTestBed.OPERATOR, new LaunchesOn("local"), "");
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, JobState.READY);
        changing(without("local")).run();
        changing(before).run();

        JobToken next = bed.submit(JobRequests.small());
        bed.until(next, JobState.READY);
        bed.untilQueued(next);
        assertThat(bed.job(token).state()).isEqualTo(JobState.READY);
        assertThat(bed.launcher.started()).isEmpty();
        desk().resume(MiddlewareTestBed.OPERATOR, new LaunchesOn("local"));
        bed.untilClosed(token);
        bed.untilClosed(next);
    }

    private MiddlewareSettings without(String partition) {
        bed.partitions = bed.partitions.stream()
                .filter(one -> !one.name().equals(partition))
                .toList();
        return bed.settings();
    }

    private Thread changing(MiddlewareSettings next) {
        return new Thread(bed.middleware.taking(next));
    }

    private List<String> partitions() {
        return desk().queue(MiddlewareTestBed.OPERATOR).partitions().stream()
                .map(standing -> standing.name())
                .toList();
    }
}
