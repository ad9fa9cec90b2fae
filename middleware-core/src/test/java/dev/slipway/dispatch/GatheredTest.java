package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.LifecycleJob;
import dev.slipway.journal.JobJournal;
import dev.slipway.servers.Await;
import dev.slipway.testbed.ManualTimer;
import dev.slipway.testbed.SettableClock;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheredTest {
    private static final IllegalStateException FAILURE = new IllegalStateException("as a test wants it");

    private final SettableClock clock = new SettableClock();
    private final ManualTimer timer = new ManualTimer(clock);
    private final Loop loop = new Loop(journal(), null, DispatchSettings.DEFAULTS, timer, clock, token -> {});
    private final List<OpenJob> jobs =
            Stream.generate(GatheredTest::busy).limit(5).toList();
    private final OpenJob faulty = jobs.get(1);
    private final List<List<OpenJob>> tried = new CopyOnWriteArrayList<>();
    private final List<OpenJob> wentOn = new CopyOnWriteArrayList<>();

    /** Makes a journal without the jobs, so that the loop leaves the jobs as they are. */
    private static JobJournal journal() {
        return (JobJournal) Proxy.newProxyInstance(
                JobJournal.class.getClassLoader(),
                new Class<?>[] {JobJournal.class},
                (proxy, method, arguments) -> Optional.empty());
    }

    @AfterEach
    void close() {
        loop.close();
    }

    private static OpenJob busy() {
        OpenJob work = new OpenJob(LifecycleJob.in(JobState.RUNNING).job());
        work.busy(true);
        return work;
    }

    /** Adds the findings about all jobs while the loop is at work. */
    private void add(Gathered<OpenJob> found) {
        CountDownLatch added = new CountDownLatch(1);
        loop.execute(() -> Await.open(added));
        jobs.forEach(work -> found.add(List.of(work)));
        added.countDown();
    }

    private void record(List<OpenJob> some) {
        tried.add(some);
        if (some.contains(faulty)) {
            throw FAILURE;
        }
    }

    private void assertOnlyTheFaultyJobIsDelayed() {
        assertThat(wentOn).containsExactly(jobs.get(0), jobs.get(2), jobs.get(3), jobs.get(4));
        assertThat(timer.delays()).containsExactly(DispatchSettings.DEFAULTS.lastRetry());
        assertThat(jobs).noneMatch(OpenJob::busy);
    }

    @Test
    void findings_that_fail_together_are_taken_up_alone() {
        add(new Gathered<>(loop, work -> work, JobState.RUNNING, this::record, wentOn::add));

        Await.until(() -> wentOn, () -> wentOn.size() == 4);
        assertThat(tried.get(0)).isEqualTo(jobs);
        assertThat(tried.subList(1, 6)).allMatch(some -> some.size() == 1);
        assertOnlyTheFaultyJobIsDelayed();
    }

    @Test
    void a_job_is_busy_until_its_finding_is_taken_up() {
        List<Long> busy = new CopyOnWriteArrayList<>();
        add(new Gathered<>(
                loop,
                work -> work,
                JobState.RUNNING,
                some -> {
                    busy.add(jobs.stream().filter(OpenJob::busy).count());
                    record(some);
                },
                wentOn::add));

        Await.until(() -> wentOn, () -> wentOn.size() == 4);
        assertThat(busy).containsExactly(5L, 4L, 3L, 2L, 1L, 0L);
    }

    @Test
    void a_job_that_cannot_go_on_leaves_the_others_as_they_are() {
        add(new Gathered<>(loop, work -> work, JobState.RUNNING, some -> {}, work -> {
            if (work == faulty) {
                throw FAILURE;
            }
            wentOn.add(work);
        }));

        Await.until(() -> wentOn, () -> wentOn.size() == 4);
        assertOnlyTheFaultyJobIsDelayed();
    }

    @Test
    void a_job_that_has_moved_on_since_its_finding_is_only_busy_no_more() {
        faulty.become(LifecycleJob.in(JobState.STAGING_OUT).job());
        add(new Gathered<>(loop, work -> work, JobState.RUNNING, this::record, wentOn::add));

        List<OpenJob> others = jobs.stream().filter(work -> work != faulty).toList();
        Await.until(() -> wentOn, () -> wentOn.size() == 4);
        assertThat(tried).containsExactly(others);
        assertThat(wentOn).isEqualTo(others);
        assertThat(jobs).noneMatch(OpenJob::busy);
    }
}
