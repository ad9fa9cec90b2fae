package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.queue.QueueSettings;
import dev.slipway.queue.QueueSettings.Order;
import dev.slipway.testbed.EndableJob;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the estimates of when a job goes on: from the job's own progress, from earlier jobs and from limits. */
class ForecastTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
    }

    private Explanation explain(JobToken token) {
        return bed.desk().explain(MiddlewareTestBed.ALICE, token);
    }

    @Test
    void estimates_from_what_was_done_before_also_after_a_restart() throws Exception {
        done(Duration.ofSeconds(60));
        Explanation before = waiting();
        bed.close();
        bed = new MiddlewareTestBed(folder.resolve("again"), 2, 1);
        done(Duration.ofSeconds(60));
        bed.restart();
        Explanation after = waiting();

        for (Explanation words : List.of(before, after)) {
            assertThat(words.estimate().left().orElseThrow()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(61));
            assertThat(words.about()).endsWith(", from the last run of program on local");
        }
    }

    @Test
    void an_estimate_never_rests_on_runs_of_another_program() throws Exception {
        bed.launcher.beSilent();
        done(Duration.ofSeconds(60));
        JobToken other = bed.submit(JobRequests.running("lgm"));
        bed.untilStarted(other);
        elapse(other, Duration.ofSeconds(20));
        assertThat(explain(other).about()).isEqualTo("at most 5 min, by its limit on elapsed time");

        JobToken waiting = bed.submit(JobRequests.running("lgm"));
        bed.until(waiting, JobState.READY);
        bed.untilQueued(waiting);
        assertThat(explain(waiting).about())
                .isEqualTo("at most 5 min, by the limits on elapsed time of the jobs ahead:"
                        + " no run of lgm on local has ended yet");
    }

    @Test
    void an_estimate_rests_on_the_newest_runs_also_if_it_was_asked_for_before() throws Exception {
        bed.launcher.beSilent();
        for (int runs = 1; runs <= 3; runs++) {
            done(Duration.ofSeconds(60));
            JobToken next = bed.submit(JobRequests.small());
            bed.untilStarted(next);
            assertThat(explain(next).about())
                    .endsWith(
                            runs == 1
                                    ? ", from the last run of program on local"
                                    : ", from the last " + (2 * runs - 1) + " runs of program on local");
            bed.launcher.end(next.value(), 0);
            bed.untilClosed(next);
        }
    }

    private void done(Duration run) throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        bed.clock.advance(run);
        bed.launcher.end(token.value(), 0);
        bed.untilClosed(token);
    }

    /** Makes a job that waits for another job, which has run for half a minute, and returns its explanation. */
    private Explanation waiting() throws Exception {
        JobToken token = EndableJob.READY.reach(bed);
        bed.clock.advance(Duration.ofSeconds(30));
        return explain(token);
    }

    @Test
    void estimates_a_run_from_its_own_progress() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        bed.until(token, job -> bed.status(token).run().progress().isPresent());
        elapse(token, Duration.ofSeconds(30));

        Explanation words = explain(token);

        assertThat(words.waitsFor()).contains("its run, 5 of 10 done");
        assertThat(words.about()).isEqualTo("about 30 s, from its own progress, 5 of 10 done");
    }

    @Test
    void an_estimate_of_a_run_never_exceeds_its_limit_on_elapsed_time() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> bed.status(token).run().progress().isPresent());
        elapse(token, Duration.ofMinutes(3));

        assertThat(explain(token).about())
                .isEqualTo("at most 2 min, by its limit on elapsed time, which comes before the end that follows from "
                        + "its own progress, 5 of 10 done");

        elapse(token, Duration.ofMinutes(6));
        assertThat(explain(token).about())
                .isEqualTo("no estimate yet: it is at its limit on elapsed time and is being ended");
    }

    @Test
    void a_run_that_tells_nothing_goes_by_the_runs_before_and_by_its_limit_when_it_outlasts_them() throws Exception {
        bed.launcher.beSilent();
        JobToken first = bed.submit(JobRequests.small());
        bed.untilStarted(first);
        elapse(first, Duration.ofSeconds(60));
        assertThat(explain(first).about()).isEqualTo("at most 4 min, by its limit on elapsed time");
        bed.launcher.end(first.value(), 0);
        bed.untilClosed(first);
        JobToken second = bed.submit(JobRequests.small());
        bed.untilStarted(second);
        elapse(second, Duration.ofSeconds(20));

        assertThat(explain(second).about()).matches("about 4\\d s, from the last run of program on local");
        elapse(second, Duration.ofSeconds(180));
        assertThat(explain(second).about())
                .isEqualTo("at most 2 min, by its limit on elapsed time:"
                        + " it takes longer than the last run of program on local");
    }

    @Test
    void a_launch_behind_a_run_that_outlasts_the_others_is_bounded_by_the_limits() throws Exception {
        bed.launcher.beSilent();
        done(Duration.ofSeconds(60));
        JobToken running = bed.submit(JobRequests.small());
        bed.untilStarted(running);
        JobToken next = bed.submit(JobRequests.small());
        bed.until(next, JobState.READY);
        JobToken last = bed.submit(JobRequests.small());
        bed.until(last, JobState.READY);
        bed.untilQueued(last);

        elapse(running, Duration.ofSeconds(30));
        assertThat(explain(next).about()).matches("about 3\\d s, from the last run of program on local");
        assertThat(explain(last).about()).isEqualTo("about 2 min, from the last run of program on local");
        elapse(running, Duration.ofSeconds(180));
        String late =
                "by the limits on elapsed time of the jobs ahead: 1 run ahead already takes longer than the last run "
                        + "of program on local";
        assertThat(explain(next).about()).isEqualTo("at most 2 min, " + late);
        assertThat(explain(last).about()).isEqualTo("at most 7 min, " + late);
        assertThat(explain(last).waitsFor())
                .contains("2 slots of partition local: 0 of 2 are free, 1 run holds the others; number 2 in the queue");
    }

    @Test
    void a_turn_to_stage_in_counts_those_ahead_and_is_not_known_behind_a_late_one() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken first = bed.submit(JobRequests.small());
        gate.awaitEntered();
        elapse(first, Duration.ofSeconds(22));
        gate.open();
        bed.launcher.endAtOnce();
        bed.untilClosed(first);
        gate = bed.gateway.hold("books");
        JobToken second = bed.submit(JobRequests.small());
        gate.awaitEntered();
        bed.submit(JobRequests.small());
        bed.submit(JobRequests.small());
        JobToken last = bed.submit(JobRequests.small());
        bed.until(last, job -> bed.status(last).position().isPresent());

        elapse(second, Duration.ofSeconds(2));
        assertThat(explain(last).position()).contains(3);
        assertThat(explain(last).about()).isEqualTo("about 1 min, from the last stage-in of program on local");
        elapse(second, Duration.ofSeconds(500));
        assertThat(explain(last).about())
                .isEqualTo("no estimate yet: 1 stage-in ahead already takes longer"
                        + " than the last stage-in of program on local");
        gate.open();
    }

    @Test
    void one_at_a_time_waits_for_all_of_the_job_inside() throws Exception {
        bed.queue = new QueueSettings(Order.SEQUENCE, 3, 9, Long.MAX_VALUE);
        bed.restart();
        done(Duration.ofSeconds(60));
        JobToken running = bed.submit(JobRequests.small());
        bed.untilStarted(running);
        bed.submit(JobRequests.small());
        JobToken last = bed.submit(JobRequests.small());
        bed.until(last, job -> bed.status(last).position().isPresent());
        elapse(running, Duration.ofSeconds(30));

        Explanation words = explain(last);

        assertThat(words.waitsFor())
                .contains("its turn to be let in: one job at a time, and one is inside now; number 2 in the queue");
        assertThat(words.about()).isEqualTo("about 2 min, from the last job of program on local");
    }

    /** Lets time pass until the job is in its state for so long. */
    private void elapse(JobToken token, Duration elapsed) {
        bed.clock.advance(elapsed.minus(Duration.between(bed.status(token).since(), bed.clock.instant())));
    }
}
