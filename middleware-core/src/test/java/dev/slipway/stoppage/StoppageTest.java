package dev.slipway.stoppage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.plan.JobPlan;
import dev.slipway.desk.status.Explanation;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.operations.LimitUse.Limit;
import dev.slipway.operations.OperationsBench;
import dev.slipway.operations.PartitionStanding;
import dev.slipway.operations.PlaceStanding;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunLimits;
import dev.slipway.request.StagingStep;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests drains and pauses by operators. */
class StoppageTest extends OperationsBench {
    private static final Problem HOST_AWAY = Problem.of(ProblemCode.HOST_UNREACHABLE, "host market-data is away");

    private static JobRequest onOtherPartition() {
        LaunchRequest launch = JobRequests.launch(2);
        return JobRequests.with(
                JobRequests.small(),
                new LaunchRequest(
                        launch.application(),
                        Optional.of("other"),
                        launch.stdout(),
                        launch.stderr(),
                        launch.wallTime(),
                        RunLimits.NONE));
    }

    private Explanation explain(JobToken token) {
        return bed.desk().explain(MiddlewareTestBed.ALICE, token);
    }

    private long events(JobToken token, String kind) {
        return bed.desk().history(MiddlewareTestBed.ALICE, token).stream()
                .filter(entry -> entry.event().equals(kind))
                .count();
    }

    @Test
    void a_plan_tells_what_is_stopped_of_all_that_the_job_needs() {
        JobRequest request = JobRequests.small();
        assertThat(bed.middleware
                        .plans()
                        .plan(MiddlewareTestBed.ALICE, List.of(request))
                        .notes())
                .isEmpty();
        desk().stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "moving house");
        desk().stop(MiddlewareTestBed.OPERATOR, new StepsAt(MARKET_DATA), "not of this job");
        desk().stop(MiddlewareTestBed.OPERATOR, LOCAL, "new kernel");

        JobPlan plan = bed.middleware.plans().plan(MiddlewareTestBed.ALICE, List.of(request));

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.notes())
                .satisfiesExactly(
                        place -> assertThat(place)
                                .startsWith("source risk is paused by ")
                                .endsWith("(moving house): a job waits for it"),
                        launches -> assertThat(launches)
                                .startsWith("partition local is drained by ")
                                .endsWith("(new kernel): a job waits for it"));
    }

    @Test
    void a_drained_service_takes_jobs_and_stages_them_in_and_launches_none_until_it_is_resumed() throws Exception {
        desk().stop(MiddlewareTestBed.OPERATOR, SERVICE, "new kernel");
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, JobState.READY);
        bed.untilQueued(token);

        Explanation words = explain(token);
        assertThat(words.headline())
                .matches("is not launched: the service is drained by olga since 2026-[-0-9]+ [0-9:]+ UTC"
                        + " \\(new kernel\\)");
        assertThat(words.waitsFor()).contains("an operator to resume launches, then its turn; next in the queue");
        assertThat(bed.launcher.started()).isEmpty();

        bed.restart();
        JobToken later = bed.submit(onOtherPartition());
        bed.until(later, JobState.READY);
        assertThat(explain(token).headline()).contains("is drained by olga");
        assertThat(bed.launcher.started()).isEmpty();

        desk().resume(MiddlewareTestBed.OPERATOR, SERVICE);
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(bed.untilClosed(later).outcome()).contains(new JobOutcome.Done());
        bed.restart();
        assertThat(desk().queue(MiddlewareTestBed.AUDITOR).drained()).isEmpty();
    }

    @Test
    void a_drained_partition_keeps_its_own_jobs_only_and_lets_go_on_what_runs() throws Exception {
        bed.close();
        bed = new MiddlewareTestBed(folder.resolve("running"));
        JobToken running = bed.submit(JobRequests.small());
        bed.untilStarted(running);
        desk().stop(MiddlewareTestBed.OPERATOR, LOCAL, "");
        JobToken kept = bed.submit(JobRequests.small());
        JobToken other = bed.submit(onOtherPartition());

        bed.untilStarted(other);
        bed.launcher.end(other.value(), 0);
        bed.launcher.end(running.value(), 0);
        assertThat(bed.untilClosed(other).outcome()).contains(new JobOutcome.Done());
        assertThat(bed.untilClosed(running).outcome()).contains(new JobOutcome.Done());
        bed.until(kept, JobState.READY);

        PartitionStanding local =
                desk().queue(MiddlewareTestBed.OPERATOR).partitions().get(0);
        assertThat(local.drained()).isPresent();
        assertThat(local.waiting().ready()).isEqualTo(1);
        assertThat(local.waiting().why().orElseThrow()).startsWith("partition local is drained by olga since ");
        assertThat(bed.launcher.started()).doesNotContain(kept.value());
        desk().resume(MiddlewareTestBed.OPERATOR, LOCAL);
        bed.untilStarted(kept);
        bed.launcher.end(kept.value(), 0);
        bed.untilClosed(kept);
    }

    @Test
    void a_job_on_its_way_to_a_drained_partition_says_so() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();
        desk().stop(MiddlewareTestBed.OPERATOR, LOCAL, "");

        assertThat(explain(token).headline())
                .startsWith("stages in, 0 of 1 step done; partition local is drained by olga since ")
                .endsWith(" UTC, so it will not be launched");
        gate.open();
    }

    @Test
    void no_step_begins_at_a_paused_place_also_after_a_restart_and_all_go_on_when_it_is_resumed() throws Exception {
        desk().stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "new disks");
        List<JobToken> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(bed.submit(JobRequests.small()));
        }
        for (JobToken token : waiting) {
            bed.until(token, job -> job.blocked().isPresent());
        }
        JobToken other = bed.submit(onHost());
        assertThat(bed.untilClosed(other).outcome()).contains(new JobOutcome.Done());

        Explanation words = explain(waiting.get(0));
        assertThat(words.headline())
                .matches("waits: source risk is paused by olga since 2026-[-0-9]+ [0-9:]+ UTC \\(new disks\\)");
        assertThat(words.waitsFor()).contains("an operator to resume it");
        assertThat(words.trouble().orElseThrow().problem().code()).isEqualTo(ProblemCode.PLACE_PAUSED);
        assertThat(risk().waiting()).isEqualTo(5);

        bed.restart();
        JobToken late = bed.submit(JobRequests.small());
        bed.until(late, job -> job.blocked().isPresent());
        assertThat(bed.gateway.tried()).doesNotContain("books");
        assertThat(bed.gateway.probed()).doesNotContain(RISK);

        waiting.add(late);
        desk().resume(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK);
        for (JobToken token : waiting) {
            assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
            assertThat(events(token, "BLOCKED")).isEqualTo(1);
            assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
        }
    }

    private PlaceStanding risk() {
        return desk().places(MiddlewareTestBed.AUDITOR).get(0);
    }

    @Test
    void a_step_that_moves_goes_on_and_one_that_waited_for_its_turn_does_not_begin() throws Exception {
        List<StagingStep> four = IntStream.range(0, 4)
                .mapToObj(i -> (StagingStep) JobRequests.fetch("curve-" + i, 1))
                .toList();
        List<ScriptedGateway.Gate> gates =
                four.stream().map(step -> bed.gateway.hold(step.name())).toList();
        ScriptedGateway.Gate books = bed.gateway.hold("books");
        JobToken moving = bed.submit(JobRequests.small());
        books.awaitEntered();
        JobToken first = bed.submit(JobRequests.request(four, List.of()));
        List<StagingStep> more = IntStream.range(0, 4)
                .mapToObj(i ->
                        (StagingStep) (i < 3 ? JobRequests.fetch("curve-" + i, 1) : JobRequests.extract("late", 1)))
                .toList();
        // The second job belongs to another user, because one user may not take all places of a host.
        JobToken second = bed.desk()
                .submit(
                        MiddlewareTestBed.BOB,
                        MiddlewareTestBed.submission(JobRequests.request(more, List.of()), "<job/>"));
        eventually(() -> desk().queue(MiddlewareTestBed.OPERATOR).limits().stream()
                .anyMatch(use -> use.limit() == Limit.STEPS_AT_ONCE && use.used() == use.most()));

        desk().stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "");
        gates.forEach(ScriptedGateway.Gate::open);
        books.open();

        assertThat(bed.untilClosed(moving).outcome()).contains(new JobOutcome.Done());
        assertThat(bed.untilClosed(first).outcome()).contains(new JobOutcome.Done());
        bed.until(second, job -> job.blocked().isPresent());
        assertThat(bed.gateway.tried()).doesNotContain("late");
        desk().resume(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK);
        assertThat(bed.untilClosed(second).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_pause_may_last_longer_than_any_outage_and_the_outage_after_it_counts_anew() throws Exception {
        bed.gateway.takeAway(MARKET_DATA, HOST_AWAY);
        desk().stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "");
        JobToken token = bed.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.fetch("curve", 1)), List.of()));
        bed.until(
                token, job -> job.blocked().isPresent() && !bed.gateway.probed().isEmpty());
        bed.clock.advance(Duration.ofDays(4));
        int probes = bed.gateway.probed().size();
        bed.until(token, job -> bed.gateway.probed().size() > probes + 2);
        assertThat(bed.job(token).state()).isEqualTo(JobState.STAGING_IN);

        desk().resume(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK);
        bed.until(token, job -> bed.gateway.moved().contains("books"));
        bed.until(token, job -> job.blocked().equals(Optional.of(HOST_AWAY)));
        bed.gateway.bringBack(MARKET_DATA);

        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_job_that_waits_for_a_paused_place_can_be_cancelled() throws Exception {
        desk().stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "");
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> job.blocked().isPresent());

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);

        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
    }
}
