package dev.slipway;

import static dev.slipway.SmallDisk.MEGABYTE;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A middleware on a disk that really fills up, with a scripted world around it. */
@Timeout(300)
class FullDiskTest {
    @TempDir
    Path folder;

    Path root;
    SmallDisk disk;
    Rig rig;

    @BeforeEach
    void mount() throws Exception {
        root = folder.resolve("disk");
        disk = new SmallDisk(root, 16);
        rig = new Rig(
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
        if (rig != null) {
            rig.close();
        }
        disk.unmount();
    }

    @Test
    void lets_no_job_in_until_there_is_space_again() throws Exception {
        disk.fill(9);

        JobToken token = rig.submit(JobRequests.small());
        rig.until(token, job -> rig.timer.delays().size() > 3);

        assertThat(rig.job(token).state()).isEqualTo(JobState.QUEUED);
        assertThat(rig.gateway.tried()).isEmpty();

        disk.empty();
        rig.launcher.endAtOnce();
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void launches_no_job_until_there_is_space_again() throws Exception {
        rig.launcher.endAtOnce();
        ScriptedGateway.Gate gate = rig.gateway.hold("books");
        JobToken token = rig.submit(JobRequests.small());
        gate.awaitEntered();

        disk.fill(9);
        gate.open();
        rig.until(
                token,
                job -> job.state() == JobState.READY && rig.timer.delays().size() > 3);

        assertThat(rig.launcher.started()).isEmpty();

        disk.empty();
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void keeps_results_out_of_the_spare_space_and_waits_when_that_is_gone_too() throws Exception {
        JobToken token = rig.submit(JobRequests.small());
        rig.untilStarted(token);
        Files.write(runFolder(token).resolve("files/pnl.csv"), new byte[MEGABYTE / 2]);

        disk.fill(16);
        rig.launcher.end(token.value(), 0);
        Job waiting = rig.until(token, job -> job.blocked().isPresent());

        assertThat(waiting.state()).isEqualTo(JobState.CLEANING);
        assertThat(waiting.blocked().orElseThrow().code()).isEqualTo(ProblemCode.STORAGE_FULL);

        disk.empty();
        disk.fill(10);
        Job job = rig.untilClosed(token);
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(rig.desk().results(Rig.ALICE, token).get(0).bytes()).isEqualTo(MEGABYTE / 2);
    }

    @Test
    void refuses_new_jobs_clearly_when_the_disk_of_its_own_database_is_nearly_full() throws Exception {
        JobRequest named = JobRequests.withSid(JobRequests.small(), "before");
        JobToken before = rig.submit(named);
        disk.fill(13);

        assertThatThrownBy(() -> rig.submit(JobRequests.small()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.STORE_FULL))
                .hasMessageContaining("service's own database");
        assertThat(rig.status(before).token()).isEqualTo(before);
        assertThat(rig.submit(named)).as("what was accepted is known again").isEqualTo(before);

        disk.empty();
        rig.submit(JobRequests.small());
    }

    private Path runFolder(JobToken token) {
        return root.resolve("scratch").resolve(token.value());
    }
}
