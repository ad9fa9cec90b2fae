package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
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

/**
 * Tests real runs with run folders on a disk that is filled to its last page. The service keeps no spare space here,
 * because spare space would prevent a full disk.
 */
@Timeout(300)
class FullScratchIT extends RealRuns {
    private static final long PAGE = 4096;

    SmallDisk disk;

    @Override
    @BeforeEach
    void start() throws Exception {
        disk = new SmallDisk(folder.resolve("scratch"), 32);
        storage = new StorageSettings(
                Duration.ofHours(1), Duration.ofDays(1), 16L * SmallDisk.MEGABYTE, 0, Optional.empty());
        super.start();
    }

    @Override
    @AfterEach
    void stop() throws Exception {
        try {
            super.stop();
        } finally {
            disk.unmount();
        }
    }

    @Test
    void a_run_that_ends_well_on_a_full_disk_has_ended_well() throws Exception {
        JobToken token = endOnAFullDisk(0);

        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(job.run().orElseThrow().report().exitStatus()).isZero();
    }

    @Test
    void the_exit_status_of_a_run_that_fails_on_a_full_disk_is_kept() throws Exception {
        JobToken token = endOnAFullDisk(7);

        assertThat(failed(untilClosed(token)).problem().message()).endsWith("ended with exit status 7");
    }

    /** Comes back when the guard has written the end, with the disk as full as it was. */
    private JobToken endOnAFullDisk(int status) throws Exception {
        Path gate = folder.resolve("gate");
        JobToken token = submit("echo up\nwhile [ ! -e '" + gate + "' ]; do sleep 0.05; done\nexit " + status + "\n");
        until(token, job -> output(token).equals("up\nup\n"));

        middleware.close();
        disk.fillBut(0);
        Files.writeString(gate, "");
        await(() -> Files.exists(runFolder(token).resolveSibling("ended.json")));
        open();
        return token;
    }

    @Test
    void a_run_that_is_launched_on_a_full_disk_waits_for_space() throws Exception {
        ScriptedGateway.Gate gate = gateway.hold("books");
        JobToken token = submit("echo ran\n");
        gate.awaitEntered();

        disk.fillBut(2 * PAGE); // enough for what is staged, not for the guard's records too
        gate.open();
        Job waiting = until(token, job -> job.blocked().isPresent());

        assertThat(waiting.state()).isEqualTo(JobState.RUNNING);
        assertThat(waiting.blocked().orElseThrow().code()).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(runFolder(token).resolveSibling("claim")).doesNotExist();

        disk.empty();
        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(output(token)).isEqualTo("ran\nran\n");
    }
}
