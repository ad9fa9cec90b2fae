package dev.slipway.dispatch;

import static dev.slipway.testbed.SmallDisk.MEGABYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.run.StorageSettings;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import dev.slipway.testbed.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a middleware on a disk that really fills up; gateway and launcher are scripted. */
@Timeout(300)
class FullDiskTest {
    @TempDir
    Path folder;

    Path root;
    SmallDisk disk;
    MiddlewareTestBed bed;

    @BeforeEach
    void mount() throws Exception {
        root = folder.resolve("disk");
        disk = new SmallDisk(root, 16);
        bed = new MiddlewareTestBed(
                root,
                new StorageSettings(
                        Duration.ofHours(24),
                        Duration.ofDays(30),
                        MEGABYTE,
                        8 * MEGABYTE,
                        Optional.of(Files.createDirectories(root.resolve("store")))));
    }

    @AfterEach
    void unmount() throws Exception {
        if (bed != null) {
            bed.close();
        }
        disk.unmount();
    }

    @Test
    void lets_no_job_in_until_there_is_space_again() throws Exception {
        disk.fill(9);

        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> bed.timer.delays().size() > 3);

        assertThat(bed.job(token).state()).isEqualTo(JobState.QUEUED);
        assertThat(bed.gateway.tried()).isEmpty();

        disk.empty();
        bed.launcher.endAtOnce();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void launches_no_job_until_there_is_space_again() throws Exception {
        bed.launcher.endAtOnce();
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();

        disk.fill(9);
        gate.open();
        bed.until(
                token,
                job -> job.state() == JobState.READY && bed.timer.delays().size() > 3);

        assertThat(bed.launcher.started()).isEmpty();

        disk.empty();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void keeps_results_out_of_the_spare_space_and_waits_when_that_is_gone_too() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        Files.write(runFolder(token).resolve("files/pnl.csv"), new byte[MEGABYTE / 2]);

        disk.fill(16);
        bed.launcher.end(token.value(), 0);
        Job waiting = bed.until(token, job -> job.blocked().isPresent());

        assertThat(waiting.state()).isEqualTo(JobState.CLEANING);
        assertThat(waiting.blocked().orElseThrow().code()).isEqualTo(ProblemCode.STORAGE_FULL);

        disk.empty();
        disk.fill(10);
        Job job = bed.untilClosed(token);
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(bed.desk().results(MiddlewareTestBed.ALICE, token).get(0).bytes())
                .isEqualTo(MEGABYTE / 2);
    }

    @Test
    void refuses_new_jobs_clearly_when_the_disk_of_its_own_database_is_nearly_full() throws Exception {
        JobRequest named = JobRequests.withSid(JobRequests.small(), "before");
        JobToken before = bed.submit(named);
        disk.fill(13);

        assertThatThrownBy(() -> bed.submit(JobRequests.small()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.STORE_FULL))
                .hasMessageContaining("service's own database");
        assertThat(bed.status(before).token()).isEqualTo(before);
        assertThat(bed.submit(named)).as("what was accepted is known again").isEqualTo(before);

        disk.empty();
        bed.submit(JobRequests.small());
    }

    private Path runFolder(JobToken token) {
        return root.resolve("scratch").resolve(token.value());
    }
}
