package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.IntakeSettings;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.upload.UploadSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose runs are its own user, and which runs jobs of its operators only. */
class RunsAsServiceTest {
    @TempDir
    Path folder;

    @AutoClose
    Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder);
        rig.launcher.endAtOnce();
        rig.intake = new IntakeSettings(100, 100, 1L << 20, true, UploadSettings.usual(folder.resolve("uploads")));
        rig.restart();
    }

    @Test
    void a_user_who_is_no_operator_is_refused_at_submit_and_told_why() {
        assertThatThrownBy(() -> rig.submit(JobRequests.small()))
                .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                    assertThat(refusal.problem().code()).isEqualTo(ProblemCode.RUNS_AS_SERVICE);
                    assertThat(refusal.problem().message())
                            .contains("could read the service's own data", "user alice is none");
                    assertThat(refusal.problem().hint()).contains("slipway.runs-as-service: true");
                });
        assertThat(rig.desk().obstacles(Rig.ALICE, JobRequests.small()))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.RUNS_AS_SERVICE);
        assertThat(rig.desk().count(Rig.OPERATOR)).isZero();
    }

    @Test
    void an_operators_own_job_runs() throws Exception {
        JobToken token = rig.desk().submit(Rig.OPERATOR, Rig.submission(JobRequests.small(), "<job/>"));

        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }
}
