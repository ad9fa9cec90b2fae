package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.testbed.JobRequests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandsTest {
    @TempDir
    Path folder;

    private RunCommands commands() {
        return new RunCommands(new MpirunSettings(
                folder.resolve("slipway-guard"),
                "mpirun.openmpi",
                List.of(folder),
                Optional.empty(),
                Duration.ofSeconds(1),
                "here"));
    }

    @Test
    void a_missing_mpi_probe_is_named_with_its_remedy_if_a_run_needs_it() throws Exception {
        assertThat(commands().probeObstacle(JobRequests.launch(1))).isEmpty();
        Problem problem = commands().probeObstacle(JobRequests.launch(2)).orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.LAUNCHER_BROKEN);
        assertThat(problem.message()).contains(folder.resolve("mpi-probe").toString());
        assertThat(problem.detail()).contains("beside slipway-guard");

        Files.writeString(folder.resolve("mpi-probe"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(folder.resolve("mpi-probe"), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(commands().probeObstacle(JobRequests.launch(2))).isEmpty();
    }
}
