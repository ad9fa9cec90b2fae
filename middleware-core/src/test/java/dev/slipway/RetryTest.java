package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetryTest {
    @TempDir
    Path folder;

    Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void does_a_failed_job_again_as_a_new_one() throws Exception {
        JobToken failed = rig.desk()
                .submit(Rig.ALICE, Rig.submission(JobRequests.withSid(JobRequests.small(), "sid-1"), "<job sid='1'/>"));
        rig.untilStarted(failed);
        rig.launcher.end(failed.value(), 7);
        rig.untilClosed(failed);

        rig.launcher.endAtOnce();
        JobToken token = rig.desk().retry(Rig.ALICE, failed);
        Job job = rig.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(job.acceptance().parent()).contains(failed);
        assertThat(job.request().submissionId()).isEmpty();
        assertThat(rig.desk().document(Rig.ALICE, token)).asString().isEqualTo("<job sid='1'/>");
        assertThat(rig.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void refuses_a_job_that_has_not_ended() {
        rig.gateway.hold("books");
        JobToken token = rig.submit(JobRequests.small());

        assertThatThrownBy(() -> rig.desk().retry(Rig.ALICE, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.JOB_STATE))
                .hasMessageContaining("has not ended");
    }
}
