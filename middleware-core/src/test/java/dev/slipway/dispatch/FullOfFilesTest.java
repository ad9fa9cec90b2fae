package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.Explanation;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.StorageSettings;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import dev.slipway.testbed.SmallDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a middleware on a disk with free bytes but without an inode for one more file. */
@Timeout(120)
class FullOfFilesTest {
    private static final long SPARE = 300;
    private static final int JOB = 6;

    @TempDir
    Path folder;

    SmallDisk disk;
    MiddlewareTestBed bed;

    @BeforeEach
    void mount() throws Exception {
        Path root = folder.resolve("disk");
        disk = SmallDisk.ofEntries(root, 2000);
        bed = new MiddlewareTestBed(root, StorageSettings.DEFAULTS.entries(JOB, SPARE));
        bed.launcher.endAtOnce();
    }

    @AfterEach
    void unmount() throws Exception {
        if (bed != null) {
            bed.close();
        }
        disk.unmount();
    }

    @Test
    void lets_no_job_in_until_files_can_be_made_again_and_says_what_the_disk_has() throws Exception {
        disk.fillEntries();

        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> bed.timer.delays().size() > 3);

        assertThat(bed.job(token).state()).isEqualTo(JobState.QUEUED);
        assertThat(bed.gateway.tried()).isEmpty();
        Explanation why = bed.desk().explain(MiddlewareTestBed.ALICE, token);
        assertThat(why.trouble().orElseThrow().problem().message())
                .contains("the disk of ", " and 0 files and folders free")
                .contains("room for 300 files and folders shall stay free");

        disk.emptyEntries();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_job_that_is_inside_when_the_last_file_is_made_waits_and_does_not_fail() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();
        disk.fillEntries();
        gate.open();

        Job waiting = bed.until(token, job -> job.blocked().isPresent());
        Problem problem = waiting.blocked().orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(waiting.decided()).isFalse();

        disk.emptyEntries();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_run_folder_that_cannot_be_made_is_waited_for_with_the_disk_and_what_it_has() throws Exception {
        bed.storage = StorageSettings.DEFAULTS.entries(JOB, 0);
        bed.restart();
        disk.fillEntries();

        JobToken token = bed.submit(JobRequests.small());
        Job waiting = bed.until(token, job -> job.blocked().isPresent());

        Problem problem = waiting.blocked().orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(problem.message())
                .contains("cannot make the run folder", "the disk of ", " 0 files and folders free, and it needs more");

        disk.emptyEntries();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_job_that_stages_more_files_and_folders_than_one_may_have_fails_by_its_quota() throws Exception {
        List<StagingStep> steps = IntStream.range(0, JOB)
                .<StagingStep>mapToObj(i ->
                        new SshFetch(new StepHead.In("s" + i, i, new RunPath("deep/file" + i)), "market-data", "/f"))
                .toList();

        Job job = bed.untilClosed(bed.submit(JobRequests.request(steps, List.of())));

        Problem problem = ((JobOutcome.Failed) job.outcome().orElseThrow()).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.RUN_QUOTA);
        assertThat(problem.message()).contains("7 files and folders, of 6 that a job may have");
    }
}
