package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.effect.Witness;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.problem.ProblemOwner;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardCallTest {
    @TempDir
    Path folder;

    private Path guard;

    @BeforeEach
    void make() throws Exception {
        guard = folder.resolve("guard");
        program(folder.resolve("program"), "#!/bin/sh\n");
    }

    private static void program(Path path, String text) throws Exception {
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void a_guard_that_is_missing_or_no_program_is_the_operators_and_lasts() throws Exception {
        assertThat(met(() -> kill())).isEqualTo(ProblemCode.LAUNCHER_BROKEN);
        Files.writeString(guard, "text");
        assertThat(met(() -> kill())).isEqualTo(ProblemCode.LAUNCHER_BROKEN);
        assertThat(ProblemCode.LAUNCHER_BROKEN.kind()).isEqualTo(ProblemKind.OUTAGE);
        assertThat(ProblemCode.LAUNCHER_BROKEN.owner()).isEqualTo(ProblemOwner.OPERATOR);
    }

    @Test
    void a_guard_that_is_there_and_cannot_be_started_is_an_outage() throws Exception {
        program(guard, "#!/nonexistent/interpreter\n");

        assertThat(met(() -> kill())).isEqualTo(ProblemCode.MACHINE_BUSY);
        assertThat(ProblemCode.MACHINE_BUSY.kind()).isEqualTo(ProblemKind.OUTAGE);
    }

    @Test
    void arguments_that_the_kernel_does_not_take_are_the_documents() throws Exception {
        program(guard, "#!/bin/sh\n");

        assertThat(met(() -> start("x".repeat(200_000)))).isEqualTo(ProblemCode.LAUNCH_REFUSED);
    }

    @Test
    void a_run_that_left_processes_is_over_only_when_they_are() throws Exception {
        RunFolders folders = folders();
        RunOrder order = order(folders, "short");
        Files.writeString(
                order.folder().root().resolve("ended.json"),
                "{\"exit_status\":0,\"reason\":\"exited\",\"ended_ms\":1,\"survivors\":2}");
        program(guard, "#!/bin/sh\n[ -e " + folder.resolve("gone") + " ] || exit 4\n");

        assertThat(met(() -> launcher(folders).look(order))).isEqualTo(ProblemCode.INTERNAL);
        Files.createFile(folder.resolve("gone"));
        assertThat(launcher(folders).look(order)).isInstanceOf(RunSighting.Ended.class);
    }

    @Test
    void a_guard_without_space_for_its_records_is_a_full_disk() throws Exception {
        program(guard, "#!/bin/sh\nexit 5\n");

        assertThat(met(() -> start("short"))).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(met(this::kill)).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(ProblemCode.STORAGE_FULL.kind()).isEqualTo(ProblemKind.OUTAGE);
    }

    private static ProblemCode met(ThrowingCallable call) {
        return catchThrowableOfType(ProblemException.class, call).problem().code();
    }

    private void kill() throws Exception {
        RunFolders folders = folders();
        launcher(folders).kill(order(folders, "short"));
    }

    private void start(String argument) throws Exception {
        RunFolders folders = folders();
        launcher(folders).start(order(folders, argument));
    }

    private static Optional<RunIdentities> identities() {
        return ServiceIdentity.isRoot() ? Optional.of(new RunIdentities(61000, 61009)) : Optional.empty();
    }

    private RunFolders folders() throws Exception {
        RunFolders folders = new RunFolders(folder.resolve("scratch"), identities(), Witness.NONE);
        folders.prepare();
        return folders;
    }

    private GuardedLauncher launcher(RunFolders folders) {
        return new GuardedLauncher(
                new MpirunSettings(guard, "mpirun", List.of(folder), identities(), Duration.ofSeconds(1), "here"),
                folders,
                new StorageSettings(Duration.ofDays(1), Duration.ofDays(1), 1L << 30, 0, Optional.empty()),
                Witness.NONE);
    }

    private static RunOrder order(RunFolders folders, String argument) {
        LaunchRequest request = LaunchRequest.of(
                MpiProgram.of("program", List.of(argument), Map.of(), 1),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"));
        return new RunOrder("run", folders.create("run"), request, 60);
    }
}
