package dev.slipway.desk.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.Account;
import dev.slipway.desk.Caller.Role;
import dev.slipway.desk.status.Estimate;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Place;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.Await;
import dev.slipway.staging.TransferMeter;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests who may ask for a plan, and the findings of a plan that need no question to a place. */
@Timeout(300)
class PlanTest {
    private static final JobRequest REQUEST = JobRequests.whole();

    @TempDir
    Path folder;

    private static JobPlan plan(MiddlewareTestBed bed) {
        return bed.middleware.plans().plan(MiddlewareTestBed.ALICE, List.of(REQUEST));
    }

    private static ProblemCode refusal(Runnable call) {
        try {
            call.run();
            throw new AssertionError("not refused");
        } catch (ProblemException e) {
            return e.problem().code();
        }
    }

    @Test
    void a_user_has_one_plan_made_at_a_time_and_other_users_have_theirs() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            ScriptedGateway.Gate gate = bed.gateway.hold("archive");
            CompletableFuture<JobPlan> first = CompletableFuture.supplyAsync(() -> plan(bed));
            gate.awaitEntered();

            assertThat(refusal(() -> plan(bed))).isEqualTo(ProblemCode.PLAN_BUSY);
            CompletableFuture<JobPlan> bobs = CompletableFuture.supplyAsync(
                    () -> bed.middleware.plans().plan(MiddlewareTestBed.BOB, List.of(REQUEST)));
            gate.open();

            assertThat(first.get().steps()).hasSize(5);
            assertThat(bobs.get().steps()).hasSize(5);
            assertThat(plan(bed).steps()).hasSize(5);
            assertThat(bed.desk().list(MiddlewareTestBed.OPERATOR, 0, 10)).isEmpty();
        }
    }

    @Test
    void who_may_look_only_has_no_plans_made() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            assertThat(refusal(() -> bed.middleware.plans().plan(MiddlewareTestBed.AUDITOR, List.of(REQUEST))))
                    .isEqualTo(ProblemCode.NOT_AUTHORISED);
            assertThat(bed.gateway.looked()).isEmpty();
        }
    }

    @Test
    void a_place_that_is_not_granted_is_told_at_its_steps_and_not_looked_at() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            Grants risk = Grants.of(List.of("source:risk", "store:risk"));
            bed.middleware.accounts().put(new Account(MiddlewareTestBed.ALICE.user(), "hash", Set.of(Role.USER), risk));

            JobPlan plan = plan(bed);

            assertThat(plan.ready()).isFalse();
            assertThat(plan.steps())
                    .filteredOn(step ->
                            step.problems().stream().anyMatch(problem -> problem.code() == ProblemCode.NOT_GRANTED))
                    .extracting(JobPlan.Step::name)
                    .containsExactly("curve", "log");
            assertThat(plan.problems()).extracting(Problem::code).doesNotContain(ProblemCode.NOT_GRANTED);
            assertThat(bed.gateway.looked()).containsExactly(new Place.Source("risk"));
        }
    }

    @Test
    void a_full_disk_stands_against_every_job() {
        StorageSettings huge =
                new StorageSettings(Duration.ZERO, Duration.ofDays(1), 1L << 40, Long.MAX_VALUE / 2, Optional.empty());
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder, huge)) {
            assertThat(plan(bed).problems()).extracting(Problem::code).contains(ProblemCode.STORAGE_FULL);
        }
    }

    @Test
    void less_time_than_asked_for_is_told_and_stands_against_nothing() {
        LaunchRequest launch = JobRequests.launch(1);
        JobRequest day = new JobRequest(
                "day",
                Optional.empty(),
                Optional.empty(),
                new LaunchRequest(
                        launch.application(),
                        launch.partition(),
                        launch.stdout(),
                        launch.stderr(),
                        Optional.of(Duration.ofDays(1)),
                        RunLimits.NONE),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            JobPlan plan = bed.middleware.plans().plan(MiddlewareTestBed.ALICE, List.of(day));

            assertThat(plan.notes()).contains("wall time: asked for 86400 s, partition local allows 3600 s");
            assertThat(plan.ready()).isTrue();
        }
    }

    @Test
    void a_checkpoint_folder_that_would_not_stay_is_told() {
        JobRequest keeping =
                JobRequests.with(JobRequests.small(), JobRequests.launch(1).keeping(Optional.of(new RunPath("units"))));
        StorageSettings none = new StorageSettings(Duration.ZERO, Duration.ofDays(1), 1 << 20, 1, Optional.empty());
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder, none)) {
            assertThat(bed.middleware
                            .plans()
                            .plan(MiddlewareTestBed.ALICE, List.of(keeping))
                            .notes())
                    .contains("checkpoint folder: this service keeps nothing of a run folder,"
                            + " so no retry goes on from units");
        }
    }

    private static final JobRequest CURVE = JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of());

    private static Estimate time(MiddlewareTestBed bed) {
        return bed.middleware
                .plans()
                .plan(MiddlewareTestBed.ALICE, List.of(CURVE))
                .steps()
                .get(0)
                .time()
                .orElseThrow();
    }

    /** Fetches the curve, 2 MB, which tells its meter so, in ten seconds. */
    private static void fetch(MiddlewareTestBed bed, Consumer<TransferMeter> told) throws Exception {
        bed.launcher.endAtOnce();
        bed.gateway.say("curve", "x".repeat(2_000_000));
        bed.gateway.meter("curve", meter -> {
            told.accept(meter);
            bed.clock.advance(Duration.ofSeconds(10));
        });
        CountDownLatch heard = new CountDownLatch(1);
        bed.middleware.listen(job -> {
            if (job.state() == JobState.CLOSED) {
                heard.countDown();
            }
        });
        bed.untilClosed(bed.submit(CURVE));
        Await.open(heard);
    }

    @Test
    void an_earlier_move_tells_how_long_the_next_takes() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            assertThat(time(bed).left()).isEmpty();

            fetch(bed, meter -> meter.moved(2_000_000, 0));

            assertThat(time(bed).left()).contains(Duration.ofSeconds(10));
            assertThat(time(bed).basis()).isEqualTo("an earlier move of host market-data, its size being guessed");
        }
    }

    @Test
    void a_move_that_found_its_file_there_tells_nothing_of_how_long_the_next_takes() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            fetch(bed, meter -> {});

            assertThat(time(bed).basis()).contains("nothing was moved of host market-data yet");
        }
    }

    @Test
    void a_move_that_went_on_tells_only_of_the_bytes_that_it_moved() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            fetch(bed, meter -> {
                meter.kept(1_999_000);
                meter.moved(1_999_000, 0);
                meter.moved(2_000_000, 0);
            });

            // The way, and 2 MB at the rate that is guessed.
            assertThat(time(bed).left()).contains(Duration.ofMillis(10_100));
            assertThat(time(bed).basis())
                    .contains("an earlier move of host market-data and a guess of 20 MB/s", "nothing of 1 MB or more");
        }
    }
}
