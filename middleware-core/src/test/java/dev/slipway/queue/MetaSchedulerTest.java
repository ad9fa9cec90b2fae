package dev.slipway.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetaSchedulerTest {
    private final MetaScheduler scheduler = new MetaScheduler(QueueSettings.overlap(2), Map.of("local", 4, "other", 2));

    @Test
    void lets_jobs_in_by_order_of_acceptance_up_to_the_limit() {
        put(3, JobState.QUEUED);
        put(1, JobState.QUEUED);
        put(2, JobState.QUEUED);

        assertThat(scheduler.nextToStageIn()).contains(token(1));
        put(1, JobState.STAGING_IN);
        assertThat(scheduler.nextToStageIn()).contains(token(2));
        put(2, JobState.STAGING_IN);
        assertThat(scheduler.nextToStageIn()).isEmpty();
        put(1, JobState.READY);
        assertThat(scheduler.nextToStageIn()).contains(token(3));
    }

    @Test
    void counts_no_blocked_job_among_those_that_stage_in() {
        put(1, JobState.STAGING_IN);
        scheduler.update(entry(2, "local", 1, JobState.STAGING_IN, true));
        put(3, JobState.QUEUED);

        assertThat(scheduler.nextToStageIn()).contains(token(3));
    }

    @Test
    void lets_no_ready_job_overtake_one_that_waits_for_slots() {
        scheduler.update(entry(1, "local", 3, JobState.RUNNING, false));
        scheduler.update(entry(2, "local", 2, JobState.READY, false));
        scheduler.update(entry(3, "local", 1, JobState.READY, false));

        assertThat(scheduler.nextToLaunch()).isEmpty();
        scheduler.update(entry(1, "local", 3, JobState.STAGING_OUT, false));
        assertThat(scheduler.nextToLaunch()).contains(token(2));
    }

    @Test
    void lets_ready_jobs_pass_one_that_is_not_ready() {
        put(1, JobState.STAGING_IN);
        put(2, JobState.READY);

        assertThat(scheduler.nextToLaunch()).contains(token(2));
    }

    @Test
    void keeps_partitions_apart() {
        scheduler.update(entry(1, "local", 4, JobState.RUNNING, false));
        scheduler.update(entry(2, "local", 1, JobState.READY, false));
        scheduler.update(entry(3, "other", 2, JobState.READY, false));

        assertThat(scheduler.nextToLaunch()).contains(token(3));
        assertThat(scheduler.position(token(3))).contains(1);
    }

    @Test
    void goes_by_the_free_slots_that_it_is_told_for_a_partition() {
        scheduler.update(entry(1, "local", 4, JobState.RUNNING, false));
        scheduler.update(entry(2, "local", 2, JobState.READY, false));
        assertThat(scheduler.room(Map.of("local", 1))).isTrue();
        assertThat(scheduler.nextToLaunch()).isEmpty();
        assertThat(scheduler.load("local").taken()).isEqualTo(3);

        assertThat(scheduler.room(Map.of("local", 2))).isTrue();
        assertThat(scheduler.nextToLaunch()).contains(token(2));
        assertThat(scheduler.room(Map.of("local", 2))).isFalse();
    }

    @Test
    void lets_no_ready_job_overtake_one_for_which_the_machines_have_no_room() {
        scheduler.room(Map.of("local", 4));
        scheduler.update(entry(1, "local", 3, JobState.READY, false));
        scheduler.update(entry(2, "local", 1, JobState.READY, false));
        scheduler.update(entry(3, "other", 1, JobState.READY, false));

        scheduler.noRoom("local");

        assertThat(scheduler.nextToLaunch()).contains(token(3));
        scheduler.update(entry(3, "other", 1, JobState.RUNNING, false));
        assertThat(scheduler.nextToLaunch()).isEmpty();
        assertThat(scheduler.room(Map.of("local", 4))).isTrue();
        assertThat(scheduler.nextToLaunch()).contains(token(1));
    }

    @Test
    void tells_positions_of_waiting_jobs_only() {
        put(1, JobState.RUNNING);
        put(5, JobState.QUEUED);
        put(9, JobState.QUEUED);

        assertThat(scheduler.position(token(1))).isEmpty();
        assertThat(scheduler.position(token(5))).contains(1);
        assertThat(scheduler.position(token(9))).contains(2);
        put(5, JobState.CLOSED);
        assertThat(scheduler.position(token(9))).contains(1);
        assertThat(scheduler.position(token(5))).isEmpty();
    }

    @Test
    void gives_nobody_a_partition_that_is_not_there() {
        scheduler.update(entry(1, "gone", 1, JobState.READY, false));

        assertThat(scheduler.nextToLaunch()).isEmpty();
    }

    @Test
    void keeps_the_rank_of_a_held_job_and_lets_others_pass_it() {
        hold(1, JobState.QUEUED);
        put(2, JobState.QUEUED);
        hold(3, JobState.READY);
        put(4, JobState.READY);

        assertThat(scheduler.position(token(1))).contains(1);
        assertThat(scheduler.position(token(2))).contains(2);
        assertThat(scheduler.position(token(4))).contains(2);
        assertThat(scheduler.nextToStageIn()).contains(token(2));
        assertThat(scheduler.nextToLaunch()).contains(token(4));
        put(1, JobState.QUEUED);
        put(3, JobState.READY);
        assertThat(scheduler.nextToStageIn()).contains(token(1));
        assertThat(scheduler.nextToLaunch()).contains(token(3));
    }

    private void hold(int order, JobState state) {
        scheduler.update(new QueueEntry(token(order), order, "alice", "local", 1, state, false, true));
    }

    private void put(int order, JobState state) {
        scheduler.update(entry(order, "local", 1, state, false));
    }

    private static QueueEntry entry(int order, String partition, int processes, JobState state, boolean blocked) {
        return new QueueEntry(token(order), order, "alice", partition, processes, state, blocked, false);
    }

    private static JobToken token(int order) {
        return new JobToken(String.format("%032d", order));
    }
}
