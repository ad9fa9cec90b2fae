package dev.slipway.service.translation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemOwner;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.service.wire.StepDirection;
import dev.slipway.service.wire.StepProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTranslationTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00.123Z");
    private static final JobToken TOKEN = new JobToken("0123456789abcdefghjkmnpqrstvwxyz");

    private static final RunAtCluster PENDING = new RunAtCluster(
            new ClusterRun("main", "17"),
            Optional.of(ClusterStage.PENDING),
            "Priority",
            Optional.of(NOW.plusSeconds(60)));

    @Test
    void the_wire_knows_every_state_direction_and_progress() {
        assertThat(names(dev.slipway.service.wire.JobState.values())).isEqualTo(names(JobState.values()));
        assertThat(names(StepDirection.values())).isEqualTo(names(StagingStep.Direction.values()));
        assertThat(Arrays.stream(dev.slipway.service.wire.ProblemOwner.values())
                        .map(dev.slipway.service.wire.ProblemOwner::value))
                .containsExactly(Arrays.stream(ProblemOwner.values())
                        .map(ProblemOwner::word)
                        .toArray(String[]::new));
        assertThat(names(StepProgress.values())).isEqualTo(names(JobStatus.Progress.values()));
        assertThat(names(dev.slipway.service.wire.ClusterStage.values())).isEqualTo(names(ClusterStage.values()));
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    private static JobStatus full(Problem problem) {
        return new JobStatus(
                TOKEN,
                "var",
                "ann",
                JobState.STAGING_IN,
                NOW,
                NOW,
                Optional.of(new JobOutcome.Failed(JobState.STAGING_IN, problem)),
                Optional.of(problem),
                Optional.of(new JobStatus.Hold("olga", NOW)),
                true,
                Optional.of(TOKEN),
                Optional.of(new Membership(TOKEN, 17)),
                Optional.of(3),
                List.of(new JobStatus.Phase(JobState.QUEUED, NOW, Optional.of(NOW.plusSeconds(1)))),
                List.of(new JobStatus.Step(
                        new StepHead.In("books", 2, new RunPath("books.csv")),
                        "risk",
                        JobStatus.Progress.DONE,
                        10,
                        2,
                        Optional.of("ab"),
                        Optional.of(
                                new JobStatus.Motion(NOW, 5, Optional.of(20L), Optional.of(Duration.ofSeconds(2)))))),
                new JobStatus.Run(
                        4,
                        Optional.of(new RunProgress(
                                1, 2, Map.of("var", 0.5), Optional.of("pass 2 of 3"), Optional.empty())),
                        Optional.of(new RunReport(1, 9, "signalled", NOW, NOW.plusSeconds(5), 1.5, 0.5, 42)),
                        Optional.of(PENDING)),
                false);
    }

    @Test
    void a_full_status_keeps_everything() {
        Problem problem = new Problem(ProblemCode.DATABASE_UNREACHABLE, "source risk does not answer", "refused");
        JobStatus job = full(problem);

        dev.slipway.service.wire.JobStatus wire = StatusTranslation.status(job);

        assertThat(wire.getToken()).isEqualTo(TOKEN.value());
        assertThat(wire.getGroup() + wire.getElement()).isEqualTo(TOKEN.value() + 17);
        assertThat(wire.getOutcome().getWord()).isEqualTo(OutcomeWord.FAILED);
        assertThat(wire.getOutcome().getProblem().getCode()).isEqualTo("sql.unreachable");
        assertThat(wire.getOutcome().getProblem().getExitStatus()).isEqualTo(54);
        assertThat(wire.getBlocked().getDetail()).isEqualTo("refused");
        assertThat(wire.getBlocked().getHint()).isEqualTo(problem.remedy().calls());
        assertThat(wire.getHeld().getBy()).isEqualTo("olga");
        assertThat(wire.getHeld().getSince()).isEqualTo(NOW);
        assertThat(wire.getParent()).isEqualTo(TOKEN.value());
        assertThat(wire.isCancelRequested()).isTrue();
        assertThat(wire.getPosition()).isEqualTo(3);
        assertThat(wire.getPhase().get(0).getEnded()).isEqualTo(NOW.plusSeconds(1));
        assertThat(wire.getStep().get(0).getSha256()).isEqualTo("ab");
        assertThat(wire.getProgress().getFigure().get(0).getValue()).isEqualTo(0.5);
        assertThat(wire.getProgress().getProgramPhase()).isEqualTo("pass 2 of 3");
        assertThat(wire.getRun().getSignal()).isEqualTo(9);
    }

    @Test
    void a_status_and_a_list_tell_the_stage_of_a_run_at_its_cluster() {
        dev.slipway.service.wire.RunAtCluster at = StatusTranslation.status(
                        full(Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away")))
                .getCluster();

        assertThat(at.getName() + " " + at.getNumber()).isEqualTo("main 17");
        assertThat(at.getStage()).isEqualTo(dev.slipway.service.wire.ClusterStage.PENDING);
        assertThat(at.getReason()).isEqualTo("Priority");
        assertThat(at.getExpected()).isEqualTo(NOW.plusSeconds(60));
        assertThat(at.getWords()).isEqualTo("waits in the queue of the cluster (Priority)");
        assertThat(StatusTranslation.summary(listed(PENDING)).getCluster())
                .usingRecursiveComparison()
                .isEqualTo(at);
    }

    @Test
    void a_run_under_way_at_its_cluster_has_no_stage() {
        dev.slipway.service.wire.RunAtCluster at = StatusTranslation.summary(
                        listed(new RunAtCluster(PENDING.run(), Optional.empty(), "", Optional.empty())))
                .getCluster();

        assertThat(at.getNumber()).isEqualTo("17");
        assertThat(at.getStage()).isNull();
        assertThat(at.getReason()).isNull();
        assertThat(at.getExpected()).isNull();
        assertThat(at.getWords()).isNull();
    }

    private static JobSummary listed(RunAtCluster at) {
        return new JobSummary(
                TOKEN,
                "var",
                "ann",
                JobState.RUNNING,
                Optional.empty(),
                new JobSummary.Standing(false, false, Optional.of(at)),
                NOW,
                NOW,
                Optional.empty());
    }

    @Test
    void what_moves_says_how_fast_and_how_long_still() {
        dev.slipway.service.wire.JobStatus wire =
                StatusTranslation.status(full(Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away")));

        assertThat(wire.getStep().get(0).getMovedAt()).isEqualTo(NOW);
        assertThat(wire.getStep().get(0).getBytesPerSecond()).isEqualTo(5);
        assertThat(wire.getStep().get(0).getExpectedBytes()).isEqualTo(20);
        assertThat(wire.getStep().get(0).getEstimateSeconds()).isEqualTo(2);
        assertThat(wire.getTransfer().getBytes()).isEqualTo(10);
        assertThat(wire.getTransfer().getEstimateSeconds()).isEqualTo(2);
    }
}
