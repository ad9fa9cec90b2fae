package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.KillPoint;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.LifecycleJob;
import dev.slipway.job.RecordedEvent;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class RunWatchTest {
    private static final Duration POLL = Duration.ofMillis(200);

    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparing(Due::number));
    private final Runs runs = new Runs();
    private final List<OpenJob> looks = new ArrayList<>();
    private final RunWatch watch = new RunWatch(runs, this::after, POLL, this::look);
    private boolean again;
    private Duration now = Duration.ZERO;
    private long numbers;

    private record Due(Duration at, long number, Runnable task) {}

    /** Runs that end when the test says so, all at once. */
    private static final class Runs implements Launcher {
        private boolean ended;
        private int glances;

        @Override
        public boolean hasNews(RunOrder order) {
            glances++;
            return ended;
        }

        @Override
        public List<KillPoint> killPoints() {
            return List.of();
        }

        @Override
        public LaunchPlan plan(RunOrder order) {
            throw new AssertionError("a watch only glances");
        }

        @Override
        public void start(RunOrder order) {
            throw new AssertionError("a watch only glances");
        }

        @Override
        public RunSighting look(RunOrder order) {
            throw new AssertionError("a watch only glances");
        }

        @Override
        public void kill(RunOrder order) {
            throw new AssertionError("a watch only glances");
        }
    }

    private void after(Duration delay, Runnable task) {
        queue.add(new Due(now.plus(delay), numbers++, task));
    }

    /** Acts as the dispatcher: looks at the run, and watches a run that goes on further. */
    private void look(OpenJob work) {
        looks.add(work);
        work.looked();
        if (again) {
            watch.later(work, order());
        }
    }

    private void passes(Duration time) {
        Duration until = now.plus(time);
        while (!queue.isEmpty() && queue.peek().at().compareTo(until) <= 0) {
            Due next = queue.remove();
            now = next.at();
            next.task().run();
        }
        now = until;
    }

    private static OpenJob running() {
        return new OpenJob(LifecycleJob.in(JobState.RUNNING).job());
    }

    private static RunOrder order() {
        return new RunOrder("run", new RunFolder(Path.of("/nowhere/run")), null, 60);
    }

    @Test
    void sees_an_end_long_before_the_look_is_due() {
        watch.later(running(), order());
        passes(Duration.ofMillis(50));
        assertThat(looks).isEmpty();

        runs.ended = true;
        passes(Duration.ofMillis(20));
        assertThat(looks).hasSize(1);
    }

    @Test
    void looks_at_the_poll_when_nothing_shows_at_a_glance() {
        watch.later(running(), order());
        passes(POLL.minusMillis(1));
        assertThat(looks).isEmpty();

        passes(Duration.ofMillis(1));
        assertThat(looks).hasSize(1);
        assertThat(queue).isEmpty();
    }

    @Test
    void one_job_is_awaited_once_however_often_it_is_asked_for() {
        OpenJob work = running();
        watch.later(work, order());
        watch.later(work, order());

        assertThat(queue).hasSize(1);
        passes(POLL);
        assertThat(looks).hasSize(1);
    }

    @Test
    void a_job_that_has_left_its_run_is_not_glanced_at_any_more() {
        OpenJob work = running();
        watch.later(work, order());
        work.become(work.job()
                .then(new RecordedEvent(
                        work.job().version() + 1,
                        work.job().at(),
                        new JobEvent.Failed(JobState.RUNNING, Problem.of(ProblemCode.PROGRAM_FAILED, "it failed")))));

        passes(Duration.ofMillis(20));

        assertThat(runs.glances).isZero();
        assertThat(looks).hasSize(1);
    }

    @Test
    void a_thousand_runs_are_looked_at_so_rarely_that_it_costs_a_tenth_of_a_core() {
        again = true;
        for (int i = 0; i < 1000; i++) {
            watch.later(running(), order());
        }
        passes(Duration.ofSeconds(10));
        looks.clear();
        runs.glances = 0;

        passes(Duration.ofSeconds(10));

        assertThat(looks.size() / 10)
                .as("looks a second, of some hundred microseconds each")
                .isBetween(150, 200);
        assertThat(runs.glances / 10)
                .as("glances a second, of some microseconds each")
                .isBetween(1600, 2000);
    }
}
