package dev.slipway.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.queue.QueueSettings.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoliciesTest {
    private static final long MANY = Long.MAX_VALUE;

    @Test
    void strict_lets_no_job_pass_one_that_is_held_at_the_door() {
        MetaScheduler scheduler = scheduler(Order.STRICT, 9);
        scheduler.update(job(1, "alice", JobState.QUEUED, true));
        scheduler.update(job(2, "alice", JobState.QUEUED, false));

        assertThat(scheduler.nextToStageIn()).isEmpty();
        scheduler.update(job(1, "alice", JobState.QUEUED, false));
        assertThat(scheduler.nextToStageIn()).contains(token(1));
    }

    @Test
    void strict_launches_no_job_before_an_earlier_one_of_its_partition() {
        MetaScheduler scheduler = scheduler(Order.STRICT, 9);
        scheduler.update(job(1, "alice", JobState.STAGING_IN, false));
        scheduler.update(job(2, "alice", JobState.READY, false));

        assertThat(scheduler.nextToLaunch()).isEmpty();
        scheduler.update(job(1, "alice", JobState.READY, false));
        assertThat(scheduler.nextToLaunch()).contains(token(1));
        scheduler.update(job(1, "alice", JobState.RUNNING, false));
        assertThat(scheduler.nextToLaunch()).contains(token(2));
    }

    @ParameterizedTest
    @EnumSource(names = {"STAGING_IN", "READY", "RUNNING", "STAGING_OUT", "CLEANING"})
    void sequence_lets_nobody_in_while_a_job_is_inside(JobState state) {
        MetaScheduler scheduler = scheduler(Order.SEQUENCE, 9);
        scheduler.update(job(1, "alice", state, false));
        scheduler.update(job(2, "alice", JobState.QUEUED, false));

        assertThat(scheduler.nextToStageIn()).isEmpty();
        scheduler.update(job(1, "alice", JobState.CLOSED, false));
        assertThat(scheduler.nextToStageIn()).contains(token(2));
    }

    @Test
    void a_user_at_the_limit_waits_and_others_pass() {
        MetaScheduler scheduler = scheduler(Order.OVERLAP, 1);
        scheduler.update(job(1, "alice", JobState.RUNNING, false));
        scheduler.update(job(2, "alice", JobState.QUEUED, false));
        scheduler.update(job(3, "bob", JobState.QUEUED, false));

        assertThat(scheduler.nextToStageIn()).contains(token(3));
        assertThat(scheduler.limit(token(2))).hasValueSatisfying(why -> assertThat(why)
                .contains("alice has as many jobs inside as one user may: 1"));
        assertThat(scheduler.limit(token(3))).isEmpty();
        scheduler.update(job(1, "alice", JobState.CLOSED, false));
        assertThat(scheduler.nextToStageIn()).contains(token(2));
        assertThat(scheduler.limit(token(2))).isEmpty();
    }

    @Test
    void full_scratch_space_lets_nobody_in_and_says_so() {
        MetaScheduler scheduler = new MetaScheduler(new QueueSettings(Order.OVERLAP, 3, 9, 1000), Map.of("local", 2));
        scheduler.update(job(1, "alice", JobState.QUEUED, false));

        assertThat(scheduler.scratch(1000)).isFalse();
        assertThat(scheduler.nextToStageIn()).isEmpty();
        assertThat(scheduler.limit(token(1)))
                .hasValueSatisfying(why -> assertThat(why).contains("1000 B"));
        assertThat(scheduler.scratch(999)).isTrue();
        assertThat(scheduler.nextToStageIn()).contains(token(1));
        assertThat(scheduler.limit(token(1))).isEmpty();
    }

    @Test
    void sixty_slow_jobs_of_one_user_keep_no_other_user_from_staging_in() {
        MetaScheduler scheduler = scheduler(Order.OVERLAP, 50);
        for (int order = 1; order <= 60; order++) {
            scheduler.update(job(order, "alice", JobState.QUEUED, false));
        }
        for (int order = 1; order <= 3; order++) {
            assertThat(scheduler.nextToStageIn()).contains(token(order));
            scheduler.update(job(order, "alice", JobState.STAGING_IN, false));
        }
        assertThat(scheduler.nextToStageIn()).as("all places are taken").isEmpty();

        scheduler.update(job(61, "bob", JobState.QUEUED, false));
        scheduler.update(job(62, "carol", JobState.QUEUED, false));
        assertThat(scheduler.nextToStageIn())
                .as("a place beyond, for who has none")
                .contains(token(61));
        scheduler.update(job(61, "bob", JobState.STAGING_IN, false));
        assertThat(scheduler.nextToStageIn()).isEmpty();
        assertThat(scheduler.share(token(4))).contains("3 of user alice stage in now, and users with fewer go first");
        assertThat(scheduler.share(token(62))).isEmpty();

        scheduler.update(job(1, "alice", JobState.READY, false));
        assertThat(scheduler.nextToStageIn()).contains(token(62));
    }

    @Test
    void the_user_with_fewer_slots_launches_first_and_nobody_overtakes_while_it_waits_for_slots() {
        MetaScheduler scheduler = new MetaScheduler(new QueueSettings(Order.OVERLAP, 3, 50, MANY), Map.of("local", 2));
        scheduler.update(job(1, "alice", JobState.RUNNING, false));
        scheduler.update(job(2, "alice", JobState.RUNNING, false));
        scheduler.update(job(3, "alice", JobState.READY, false));
        scheduler.update(new QueueEntry(token(4), 4, "bob", "local", 2, JobState.READY, false, false));

        scheduler.update(job(1, "alice", JobState.CLOSED, false));
        assertThat(scheduler.nextToLaunch())
                .as("bob's waits for two slots, and alice's does not pass it")
                .isEmpty();
        assertThat(scheduler.share(token(3)))
                .contains("user alice has 1 slots of it now, and users with fewer go first");
        scheduler.update(job(2, "alice", JobState.CLOSED, false));
        assertThat(scheduler.nextToLaunch())
                .as("both have none, and alice's was first")
                .contains(token(3));
    }

    @ParameterizedTest
    @EnumSource(names = {"STRICT", "SEQUENCE"})
    void the_other_policies_know_no_shares(Order order) {
        MetaScheduler scheduler = scheduler(order, 50);
        scheduler.update(job(1, "alice", JobState.READY, false));
        scheduler.update(job(2, "alice", JobState.QUEUED, false));
        scheduler.update(job(3, "bob", JobState.QUEUED, false));
        scheduler.update(job(1, "alice", JobState.CLOSED, false));

        assertThat(scheduler.nextToStageIn()).contains(token(2));
        assertThat(scheduler.share(token(2))).isEmpty();
    }

    /** Compares the policies with a model that looks at all jobs one by one. */
    @ParameterizedTest
    @EnumSource
    void lets_in_the_first_that_may_and_keeps_every_limit(Order order) {
        Random random = new Random(order.ordinal());
        MetaScheduler scheduler = scheduler(order, 2);
        List<QueueEntry> all = new ArrayList<>();
        AtomicInteger letIn = new AtomicInteger();
        for (int step = 0; step < 5000; step++) {
            if (all.isEmpty() || random.nextInt(4) == 0) {
                all.add(job(all.size() + 1, "user" + random.nextInt(3), JobState.QUEUED, false));
            } else {
                int one = random.nextInt(all.size());
                all.set(one, changed(all.get(one), random));
                scheduler.update(all.get(one));
            }
            scheduler.update(all.get(all.size() - 1));
            QueueEntry expected = order == Order.OVERLAP ? expected(all) : null;
            assertThat(scheduler.nextToStageIn().isPresent() && order == Order.OVERLAP)
                    .isEqualTo(expected != null);
            scheduler.nextToStageIn().ifPresent(next -> {
                QueueEntry entry = all.stream()
                        .filter(one -> one.token().equals(next))
                        .findFirst()
                        .orElseThrow();
                if (order == Order.OVERLAP) {
                    assertThat(entry).isEqualTo(expected);
                }
                assertThat(inside(all, entry.owner())).isLessThan(2);
                assertThat(entry.held()).isFalse();
                letIn.incrementAndGet();
                all.set((int) entry.order() - 1, with(entry, JobState.STAGING_IN));
                scheduler.update(with(entry, JobState.STAGING_IN));
            });
            if (order == Order.SEQUENCE) {
                assertThat(all.stream().filter(QueueEntry::inside).count()).isLessThanOrEqualTo(1);
            }
        }
        assertThat(letIn.get()).isGreaterThan(5);
    }

    private static QueueEntry changed(QueueEntry entry, Random random) {
        return switch (entry.state()) {
            case QUEUED -> job((int) entry.order(), entry.owner(), JobState.QUEUED, random.nextInt(4) == 0);
            case STAGING_IN -> with(entry, JobState.RUNNING);
            case READY, RUNNING, STAGING_OUT, CLEANING, CLOSED -> with(entry, JobState.CLOSED);
        };
    }

    /**
     * Returns the job that should be let in: the first job of the user with the fewest jobs that stage in. Three jobs
     * may stage in. If one user has two of them, a user without such a job may have a fourth.
     */
    private static QueueEntry expected(List<QueueEntry> all) {
        Map<String, Long> stagingIn = byOwner(all.stream().filter(one -> one.state() == JobState.STAGING_IN));
        Map<String, Long> inside = byOwner(all.stream().filter(QueueEntry::inside));
        long taken = stagingIn.values().stream().mapToLong(Long::longValue).sum();
        boolean crowded = stagingIn.values().stream().anyMatch(count -> count > 1);
        return all.stream()
                .filter(one ->
                        one.state() == JobState.QUEUED && !one.held() && inside.getOrDefault(one.owner(), 0L) < 2)
                .min(Comparator.comparingLong((QueueEntry one) -> stagingIn.getOrDefault(one.owner(), 0L))
                        .thenComparingLong(QueueEntry::order))
                .filter(one -> taken < (crowded && !stagingIn.containsKey(one.owner()) ? 4 : 3))
                .orElse(null);
    }

    private static Map<String, Long> byOwner(Stream<QueueEntry> entries) {
        return entries.collect(Collectors.groupingBy(QueueEntry::owner, Collectors.counting()));
    }

    private static long inside(List<QueueEntry> all, String owner) {
        return all.stream()
                .filter(one -> one.inside() && one.owner().equals(owner))
                .count();
    }

    private static MetaScheduler scheduler(Order order, int jobsPerUser) {
        return new MetaScheduler(new QueueSettings(order, 3, jobsPerUser, MANY), Map.of("local", 2));
    }

    private static QueueEntry with(QueueEntry entry, JobState state) {
        return job((int) entry.order(), entry.owner(), state, false);
    }

    private static QueueEntry job(int order, String owner, JobState state, boolean held) {
        return new QueueEntry(token(order), order, owner, "local", 1, state, false, held);
    }

    private static JobToken token(int order) {
        return new JobToken(String.format("%032d", order));
    }
}
