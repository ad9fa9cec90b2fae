package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.upload.UploadSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service that runs programs as its own user and therefore accepts only jobs of operators. */
class RunsAsServiceTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        bed.launcher.endAtOnce();
        bed.intake = new IntakeSettings(100, 100, 1L << 20, true, UploadSettings.usual(folder.resolve("uploads")));
        bed.restart();
    }

    @Test
    void a_user_who_is_no_operator_is_refused_at_submit_and_told_why() {
        assertThatThrownBy(() -> bed.submit(JobRequests.small()))
                .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                    assertThat(refusal.problem().code()).isEqualTo(ProblemCode.RUNS_AS_SERVICE);
                    assertThat(refusal.problem().message())
                            .contains("could read the service's own data", "user alice is none");
                    assertThat(refusal.problem().remedy().shell()).contains("slipway.runs-as-service: true");
                });
        assertThat(bed.desk().obstacles(MiddlewareTestBed.ALICE, JobRequests.small()))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.RUNS_AS_SERVICE);
        assertThat(bed.desk().count(MiddlewareTestBed.OPERATOR)).isZero();
    }

    @Test
    void an_operators_own_job_runs() throws Exception {
        JobToken token = bed.desk()
                .submit(MiddlewareTestBed.OPERATOR, MiddlewareTestBed.submission(JobRequests.small(), "<job/>"));

        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }
}
