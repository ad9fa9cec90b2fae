package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.ClusterAnswers;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import dev.slipway.testbed.JobRequests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests when a recorded end of a run counts, which the user of the run could have forged. */
class SlurmSightingsTest {
    private static final OsAccount ALICE = new OsAccount("alice", 1000, 1000);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final ClusterSettings CLUSTER = TestCluster.settings(INTERVAL);
    private static final Optional<ClusterNote> NOTE = Optional.of(new ClusterNote("main", ALICE, Optional.of("17")));
    private static final RunSighting ENDING = new RunSighting.Waiting(ClusterStage.ENDING, "", Optional.empty());

    @TempDir
    Path root;

    private final List<String> cancelled = new ArrayList<>();
    private String squeue = "";
    private int questions;
    private long now;
    private String scontrol = "";
    private SlurmSightings sightings;
    private RunOrder order;

    private ClusterAnswer answer(ClusterCall call, Runnable begun) {
        if (!call.command().equals("squeue")) {
            return new ClusterAnswer(0, scontrol, "");
        }
        questions++;
        return new ClusterAnswer(0, squeue, "");
    }

    @BeforeEach
    void openView() throws Exception {
        ClusterView view = new ClusterView(
                CLUSTER,
                ClusterWay.byCommands(CLUSTER, this::answer, new TestCluster.Users()),
                Clock.systemUTC(),
                () -> now,
                ClusterAnswers.UNHEARD);
        sightings = new SlurmSightings(
                CLUSTER,
                new SlurmByCommands(CLUSTER, this::answer),
                view,
                () -> now,
                (numbers, account) -> cancelled.addAll(numbers));
        RunFolder folder = new RunFolder(root);
        order = new RunOrder("run", folder, JobRequests.launch(1), 60, Optional.empty(), "big", "alice");
        Files.createDirectories(folder.guard());
        Files.createDirectories(folder.tmp());
        Files.writeString(folder.guard().resolve("claim"), "{}");
    }

    private void slurmSays(String state) {
        squeue = "17|1000|run|" + state + "|0|N/A|None\n";
        now += INTERVAL.toNanos();
    }

    private void recordEnd() throws Exception {
        Files.writeString(
                order.folder().guard().resolve("ended.json"),
                "{\"exit_status\":0,\"signal\":0,\"reason\":\"exited\",\"ended_ms\":1000}");
    }

    private RunSighting look() throws InterruptedException {
        return sightings.of(order, NOTE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RUNNING", "PENDING", "SUSPENDED", "SIGNALING", "TELEPORTED"})
    void a_recorded_end_does_not_count_while_the_cluster_has_the_run(String state) throws Exception {
        recordEnd();
        slurmSays(state);
        assertThat(look()).isEqualTo(ENDING);

        slurmSays("COMPLETED");
        assertThat(look()).isInstanceOf(RunSighting.Ended.class);
        assertThat(cancelled).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPLETED", "FAILED", "CANCELLED", "COMPLETING"})
    void a_recorded_end_counts_once_the_cluster_has_ended_the_run(String state) throws Exception {
        recordEnd();
        slurmSays(state);

        assertThat(look()).isInstanceOf(RunSighting.Ended.class);
    }

    @Test
    void a_recorded_end_counts_if_the_cluster_does_not_know_the_run() throws Exception {
        sightings.submitted(order.name());
        recordEnd();

        assertThat(look()).isInstanceOf(RunSighting.Ended.class);
    }

    @Test
    void an_answer_from_before_the_submission_confirms_no_recorded_end() throws Exception {
        look();
        now += 1;
        sightings.submitted(order.name());
        recordEnd();

        assertThat(look()).isEqualTo(ENDING);
        now += INTERVAL.toNanos();
        assertThat(look()).isInstanceOf(RunSighting.Ended.class);
    }

    @Test
    void a_run_that_stays_under_way_after_its_recorded_end_is_cancelled() throws Exception {
        recordEnd();
        for (int interval = 0; interval < 10; interval++) {
            slurmSays("RUNNING");
            assertThat(look()).isEqualTo(ENDING);
        }
        assertThat(cancelled).isEmpty();

        slurmSays("RUNNING");
        assertThat(look()).isEqualTo(ENDING);
        assertThat(cancelled).containsExactly("17");
        slurmSays("COMPLETING");
        assertThat(look()).as("processes of a forged record may still end").isEqualTo(ENDING);
        slurmSays("CANCELLED");
        assertThat(look()).isInstanceOf(RunSighting.Ended.class);
    }

    @Test
    void a_failure_is_judged_with_the_state_that_the_cluster_gives_to_the_job_in_the_end() throws Exception {
        Files.writeString(
                order.folder().guard().resolve("ended.json"),
                "{\"exit_status\":137,\"signal\":0,\"reason\":\"exited\",\"ended_ms\":1000}");
        slurmSays("COMPLETING");
        assertThat(look()).isEqualTo(ENDING);

        slurmSays("OUT_OF_MEMORY");
        assertThat(look()).isInstanceOfSatisfying(RunSighting.Ended.class, end -> assertThat(
                        end.cause().orElseThrow().code())
                .isEqualTo(ProblemCode.CLUSTER_MEMORY));
    }

    @Test
    void a_failure_is_judged_without_a_cluster_that_does_not_finish_the_job() throws Exception {
        Files.writeString(
                order.folder().guard().resolve("ended.json"),
                "{\"exit_status\":1,\"signal\":0,\"reason\":\"exited\",\"ended_ms\":1000}");
        for (int interval = 0; interval < 10; interval++) {
            slurmSays("COMPLETING");
            assertThat(look()).isEqualTo(ENDING);
        }
        slurmSays("COMPLETING");

        assertThat(look()).isInstanceOfSatisfying(RunSighting.Ended.class, end -> assertThat(end.cause())
                .isEmpty());
    }

    /** Looks until the time is over in which the guard's record of an ended job may still appear. */
    private RunSighting lookAtEnd(String exitCode) throws Exception {
        scontrol = "JobId=17 JobName=run ExitCode=" + exitCode + " BatchFlag=1\n";
        RunSighting sighting = ENDING;
        for (int interval = 0; interval <= 10; interval++) {
            slurmSays("FAILED");
            sighting = look();
        }
        return sighting;
    }

    @Test
    void a_run_whose_guard_found_no_space_can_be_submitted_again() throws Exception {
        Files.delete(order.folder().guard().resolve("claim"));
        NOTE.orElseThrow().write(order.folder());

        assertThat(lookAtEnd("5:0")).isEqualTo(new RunSighting.Unclaimed());
        assertThat(ClusterNote.read(order.folder()).orElseThrow().number())
                .as("the number of the job that is over")
                .isEmpty();
    }

    @Test
    void a_run_that_was_claimed_or_failed_otherwise_is_not_submitted_again() throws Exception {
        assertThat(lookAtEnd("5:0")).as("claimed").isInstanceOf(RunSighting.Lost.class);

        Files.delete(order.folder().guard().resolve("claim"));
        assertThat(lookAtEnd("127:0")).isInstanceOf(RunSighting.Lost.class);
    }

    @Test
    void an_end_of_an_earlier_start_is_no_end_of_a_run_that_starts_again() throws Exception {
        Files.writeString(
                order.folder().guard().resolve("ended.json"),
                "{\"exit_status\":-1,\"signal\":15,\"reason\":\"killed\",\"ended_ms\":1000}");
        squeue = "17|1000|run|PENDING|1|N/A|BeginTime\n";
        assertThat(look()).as("without leave").isEqualTo(ENDING);
        order = new RunOrder(
                "run",
                order.folder(),
                JobRequests.launch(1)
                        .on(ResourceDemand.NONE.choosing(new ClusterChoice(
                                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), true))),
                60,
                Optional.empty(),
                "big",
                "alice");

        assertThat(look())
                .isEqualTo(new RunSighting.Waiting(ClusterStage.REQUEUED, "restart 1, BeginTime", Optional.empty()));

        squeue = "17|1000|run|RUNNING|1|N/A|None\n";
        now += INTERVAL.toNanos();
        assertThat(look()).isEqualTo(new RunSighting.Waiting(ClusterStage.STARTING, "restart 1", Optional.empty()));

        Files.delete(order.folder().guard().resolve("ended.json"));
        assertThat(look()).isEqualTo(new RunSighting.Running(Optional.empty(), 1));
    }

    @Test
    void a_recorded_end_is_news_once_for_each_answer() throws Exception {
        slurmSays("RUNNING");
        look();
        recordEnd();
        assertThat(sightings.hasNews(order)).isTrue();
        look();
        assertThat(sightings.hasNews(order)).isFalse();

        slurmSays("COMPLETED");

        assertThat(sightings.hasNews(order)).isTrue();
    }

    @Test
    void a_recorded_end_is_confirmed_before_the_next_interval() throws Exception {
        slurmSays("RUNNING");
        look();
        now += INTERVAL.toNanos() / 4;
        recordEnd();
        squeue = squeue.replace("RUNNING", "COMPLETING");

        assertThat(sightings.hasNews(order)).isTrue();
        assertThat(look()).isInstanceOf(RunSighting.Ended.class);
    }

    @Test
    void a_record_that_the_cluster_does_not_confirm_costs_a_few_questions_and_the_run_goes_on() throws Exception {
        slurmSays("RUNNING");
        look();
        now += INTERVAL.toNanos() / 4;
        recordEnd();
        questions = 0;

        lookForSeconds(6);
        assertThat(questions).as("3 of the intervals, and the early ones").isBetween(4, 8);
        questions = 0;
        lookForSeconds(6);
        assertThat(questions).as("those of the intervals").isEqualTo(3);
        assertThat(cancelled).isEmpty();
    }

    @Test
    void another_state_in_an_answer_that_another_run_has_caused_is_news_once() throws Exception {
        slurmSays("PENDING");
        look();
        lookAtAnotherRun();
        assertThat(sightings.hasNews(order)).as("the same state").isFalse();

        slurmSays("RUNNING");
        assertThat(sightings.hasNews(order)).as("no answer yet").isFalse();
        lookAtAnotherRun();
        assertThat(sightings.hasNews(order)).isTrue();
        assertThat(look()).isInstanceOf(RunSighting.Running.class);
        assertThat(sightings.hasNews(order)).as("judged").isFalse();
    }

    @Test
    void a_claim_after_the_look_at_a_run_under_way_is_news_once() throws Exception {
        Files.delete(order.folder().guard().resolve("claim"));
        slurmSays("RUNNING");
        assertThat(look()).isEqualTo(RunSighting.Waiting.in(ClusterStage.STARTING));
        assertThat(sightings.hasNews(order)).as("no guard yet").isFalse();

        Files.writeString(order.folder().guard().resolve("claim"), "{}");

        assertThat(sightings.hasNews(order)).isTrue();
        assertThat(look()).isInstanceOf(RunSighting.Running.class);
        assertThat(sightings.hasNews(order)).as("judged").isFalse();
    }

    private void lookAtAnotherRun() throws InterruptedException {
        RunFolder folder = new RunFolder(root.resolve("other"));
        RunOrder other = new RunOrder("other", folder, JobRequests.launch(1), 60, Optional.empty(), "big", "alice");
        sightings.of(other, NOTE);
    }

    /** Looks at every glance that shows news, as a job does, and finds the run under way. */
    private void lookForSeconds(int seconds) throws Exception {
        for (int glance = 0; glance < 50 * seconds; glance++) {
            if (sightings.hasNews(order)) {
                assertThat(look()).isEqualTo(ENDING);
            }
            now += Duration.ofMillis(20).toNanos();
        }
    }
}
