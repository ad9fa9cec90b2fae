package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.blocks.BlockFormat;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.servers.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests staging on a disk with free bytes but no free inode. The mount needs the right to mount. */
class WithoutInodesTest {
    private static final int INODES = 50;

    @TempDir
    Path folder;

    private Path run;
    private final StagedFiles files = new StagedFiles(new FileSettings(BlockFormat.STANDARD, 0));

    @BeforeEach
    void mount() throws Exception {
        run = Files.createDirectory(folder.resolve("run"));
        call("mount", "-t", "tmpfs", "-o", "size=32m,nr_inodes=" + INODES, "tmpfs", run.toString());
    }

    @AfterEach
    void unmount() throws Exception {
        call("umount", "--lazy", run.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.csv", "deep/a.csv"})
    void a_disk_without_inodes_is_waited_for_and_its_problem_names_the_disk_and_what_it_has(String name)
            throws Exception {
        fill();

        Problem problem = catchThrowableOfType(
                        ProblemException.class,
                        () -> files.create(
                                new StagedTarget(
                                        run, new RunPath(name), CreationFlag.OVERWRITE, Compression.NONE, true),
                                GatewayTestBed.firstTry(run, Long.MAX_VALUE, Optional.empty())))
                .problem();

        assertThat(problem.code()).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(problem.message())
                .contains("no space to write " + name, "the disk of " + run, " 0 files and folders free");
    }

    @Test
    void a_folder_of_more_files_than_the_job_may_have_is_refused_before_the_first_of_them() throws Exception {
        Landing landing = new Landing(
                "test", new MovedBytes((bytes, rows) -> {}), new MemoryLedger(), Witness.NONE, new Cancellation());
        try (StagedFolder staged = files.folder(run, new RunPath("in"), CreationFlag.OVERWRITE, landing)) {
            staged.requireEntries(9, 10);
            Problem problem = catchThrowableOfType(ProblemException.class, () -> staged.requireEntries(10, 10))
                    .problem();

            assertThat(problem.code()).isEqualTo(ProblemCode.RUN_QUOTA);
            assertThat(problem.message()).contains("10 files", "10 more files and folders");
        }
    }

    private void fill() throws IOException {
        try {
            for (int i = 0; i <= INODES; i++) {
                Files.createFile(run.resolve("empty" + i));
            }
        } catch (IOException e) {
            assertThat(run.toFile().getUsableSpace())
                    .as("bytes are left: %s", e)
                    .isPositive();
            return;
        }
        throw new AssertionError("the disk has no bound on files");
    }

    private static void call(String... command) throws Exception {
        Process process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String words = Await.output(process);
        assertThat(process.waitFor()).as(words).isZero();
    }
}
