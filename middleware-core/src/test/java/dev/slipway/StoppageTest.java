package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.Explanation;
import dev.slipway.desk.JobPlan;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.operations.LimitUse.Limit;
import dev.slipway.operations.PartitionStanding;
import dev.slipway.operations.PlaceStanding;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunLimits;
import dev.slipway.request.StagingStep;
import dev.slipway.stoppage.Stoppage.StepsAt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What operators have drained or paused. */
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
        return rig.desk().explain(Rig.ALICE, token);
    }

    private long events(JobToken token, String kind) {
        return rig.desk().history(Rig.ALICE, token).stream()
                .filter(entry -> entry.event().equals(kind))
                .count();
    }

    @Test
    void a_plan_tells_what_is_stopped_of_all_that_the_job_needs() {
        JobRequest request = JobRequests.small();
        assertThat(rig.middleware.plans().plan(Rig.ALICE, List.of(request)).notes())
                .isEmpty();
        desk().stop(Rig.OPERATOR, STEPS_AT_RISK, "moving house");
        desk().stop(Rig.OPERATOR, new StepsAt(MARKET_DATA), "not of this job");
        desk().stop(Rig.OPERATOR, LOCAL, "new kernel");

        JobPlan plan = rig.middleware.plans().plan(Rig.ALICE, List.of(request));

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
        desk().stop(Rig.OPERATOR, SERVICE, "new kernel");
        JobToken token = rig.submit(JobRequests.small());
        rig.until(token, JobState.READY);
        rig.untilQueued(token);

        Explanation words = explain(token);
        assertThat(words.headline())
                .matches(
                        "is not launched: the service is drained by olga since 2026-[-0-9]+ [0-9:]+ UTC \\(new kernel\\)");
        assertThat(words.waitsFor()).contains("an operator to resume launches, then its turn; next in the queue");
        assertThat(rig.launcher.started()).isEmpty();

        rig.restart();
        JobToken later = rig.submit(onOtherPartition());
        rig.until(later, JobState.READY);
        assertThat(explain(token).headline()).contains("is drained by olga");
        assertThat(rig.launcher.started()).isEmpty();

        desk().resume(Rig.OPERATOR, SERVICE);
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(rig.untilClosed(later).outcome()).contains(new JobOutcome.Done());
        rig.restart();
        assertThat(desk().queue(Rig.AUDITOR).drained()).isEmpty();
    }

    @Test
    void a_drained_partition_keeps_its_own_jobs_only_and_lets_go_on_what_runs() throws Exception {
        rig.close();
        rig = new Rig(folder.resolve("running"));
        JobToken running = rig.submit(JobRequests.small());
        rig.untilStarted(running);
        desk().stop(Rig.OPERATOR, LOCAL, "");
        JobToken kept = rig.submit(JobRequests.small());
        JobToken other = rig.submit(onOtherPartition());

        rig.untilStarted(other);
        rig.launcher.end(other.value(), 0);
        rig.launcher.end(running.value(), 0);
        assertThat(rig.untilClosed(other).outcome()).contains(new JobOutcome.Done());
        assertThat(rig.untilClosed(running).outcome()).contains(new JobOutcome.Done());
        rig.until(kept, JobState.READY);

        PartitionStanding local = desk().queue(Rig.OPERATOR).partitions().get(0);
        assertThat(local.drained()).isPresent();
        assertThat(local.ready()).isEqualTo(1);
        assertThat(local.why().orElseThrow()).startsWith("partition local is drained by olga since ");
        assertThat(rig.launcher.started()).doesNotContain(kept.value());
        desk().resume(Rig.OPERATOR, LOCAL);
        rig.untilStarted(kept);
        rig.launcher.end(kept.value(), 0);
        rig.untilClosed(kept);
    }

    @Test
    void a_job_on_its_way_to_a_drained_partition_says_so() throws Exception {
        ScriptedGateway.Gate gate = rig.gateway.hold("books");
        JobToken token = rig.submit(JobRequests.small());
        gate.awaitEntered();
        desk().stop(Rig.OPERATOR, LOCAL, "");

        assertThat(explain(token).headline())
                .startsWith("stages in, 0 of 1 step done; partition local is drained by olga since ")
                .endsWith(" UTC, so it will not be launched");
        gate.open();
    }

    @Test
    void no_step_begins_at_a_paused_place_also_after_a_restart_and_all_go_on_when_it_is_resumed() throws Exception {
        desk().stop(Rig.OPERATOR, STEPS_AT_RISK, "new disks");
        List<JobToken> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(rig.submit(JobRequests.small()));
        }
        for (JobToken token : waiting) {
            rig.until(token, job -> job.blocked().isPresent());
        }
        JobToken other = rig.submit(onHost());
        assertThat(rig.untilClosed(other).outcome()).contains(new JobOutcome.Done());

        Explanation words = explain(waiting.get(0));
        assertThat(words.headline())
                .matches("waits: source risk is paused by olga since 2026-[-0-9]+ [0-9:]+ UTC \\(new disks\\)");
        assertThat(words.waitsFor()).contains("an operator to resume it");
        assertThat(words.trouble().orElseThrow().problem().code()).isEqualTo(ProblemCode.PLACE_PAUSED);
        assertThat(risk().waiting()).isEqualTo(5);

        rig.restart();
        JobToken late = rig.submit(JobRequests.small());
        rig.until(late, job -> job.blocked().isPresent());
        assertThat(rig.gateway.tried()).doesNotContain("books");
        assertThat(rig.gateway.probed()).doesNotContain(RISK);

        waiting.add(late);
        desk().resume(Rig.OPERATOR, STEPS_AT_RISK);
        for (JobToken token : waiting) {
            assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
            assertThat(events(token, "BLOCKED")).isEqualTo(1);
            assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
        }
    }

    private PlaceStanding risk() {
        return desk().places(Rig.AUDITOR).get(0);
    }

    @Test
    void a_step_that_moves_goes_on_and_one_that_waited_for_its_turn_does_not_begin() throws Exception {
        List<StagingStep> four = IntStream.range(0, 4)
                .mapToObj(i -> (StagingStep) JobRequests.fetch("curve-" + i, 1))
                .toList();
        List<ScriptedGateway.Gate> gates =
                four.stream().map(step -> rig.gateway.hold(step.name())).toList();
        ScriptedGateway.Gate books = rig.gateway.hold("books");
        JobToken moving = rig.submit(JobRequests.small());
        books.awaitEntered();
        JobToken first = rig.submit(JobRequests.request(four, List.of()));
        List<StagingStep> more = IntStream.range(0, 4)
                .mapToObj(i ->
                        (StagingStep) (i < 3 ? JobRequests.fetch("curve-" + i, 1) : JobRequests.extract("late", 1)))
                .toList();
        // Of another user, for one user leaves a part of the host to others.
        JobToken second = rig.desk().submit(Rig.BOB, Rig.submission(JobRequests.request(more, List.of()), "<job/>"));
        eventually(() -> desk().queue(Rig.OPERATOR).limits().stream()
                .anyMatch(use -> use.limit() == Limit.STEPS_AT_ONCE && use.used() == use.most()));

        desk().stop(Rig.OPERATOR, STEPS_AT_RISK, "");
        gates.forEach(ScriptedGateway.Gate::open);
        books.open();

        assertThat(rig.untilClosed(moving).outcome()).contains(new JobOutcome.Done());
        assertThat(rig.untilClosed(first).outcome()).contains(new JobOutcome.Done());
        rig.until(second, job -> job.blocked().isPresent());
        assertThat(rig.gateway.tried()).doesNotContain("late");
        desk().resume(Rig.OPERATOR, STEPS_AT_RISK);
        assertThat(rig.untilClosed(second).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_pause_may_last_longer_than_any_outage_and_the_outage_after_it_counts_anew() throws Exception {
        rig.gateway.takeAway(MARKET_DATA, HOST_AWAY);
        desk().stop(Rig.OPERATOR, STEPS_AT_RISK, "");
        JobToken token = rig.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.fetch("curve", 1)), List.of()));
        rig.until(
                token, job -> job.blocked().isPresent() && !rig.gateway.probed().isEmpty());
        rig.clock.advance(Duration.ofDays(4));
        int probes = rig.gateway.probed().size();
        rig.until(token, job -> rig.gateway.probed().size() > probes + 2);
        assertThat(rig.job(token).state()).isEqualTo(JobState.STAGING_IN);

        desk().resume(Rig.OPERATOR, STEPS_AT_RISK);
        rig.until(token, job -> rig.gateway.moved().contains("books"));
        rig.until(token, job -> job.blocked().equals(Optional.of(HOST_AWAY)));
        rig.gateway.bringBack(MARKET_DATA);

        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_job_that_waits_for_a_paused_place_can_be_cancelled() throws Exception {
        desk().stop(Rig.OPERATOR, STEPS_AT_RISK, "");
        JobToken token = rig.submit(JobRequests.small());
        rig.until(token, job -> job.blocked().isPresent());

        rig.desk().cancel(Rig.ALICE, token);

        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
    }
}
