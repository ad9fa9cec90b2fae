package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.blocks.BlockFormat;
import dev.slipway.gateway.blocks.BlockIndex;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFilesTest {
    private static final FileSettings SMALL_BLOCKS = new FileSettings(new BlockFormat(16, 1), 0);

    private final StagedFiles files = new StagedFiles(SMALL_BLOCKS);
    private final MemoryLedger ledger = new MemoryLedger();

    @TempDir
    private Path run;

    private StepContext within(long room) {
        return GatewayTestBed.firstTry(run, room, Optional.empty());
    }

    private StagedTarget target(String name, CreationFlag flag) {
        return new StagedTarget(
                run,
                new RunPath(name),
                flag,
                name.endsWith(".gz") ? Compression.BGZF : Compression.NONE,
                name.contains(".csv"));
    }

    private static Landing landing() {
        return new Landing(
                "test", new MovedBytes((bytes, rows) -> {}), new MemoryLedger(), Witness.NONE, new Cancellation());
    }

    private StepReport stage(String name, CreationFlag flag, String text) throws IOException {
        MovedBytes moved = new MovedBytes((bytes, rows) -> {});
        try (StagedOutput output = files.create(target(name, flag), within(Long.MAX_VALUE))) {
            output.data().write(text.getBytes());
            moved.add(text.length(), 1);
            return output.commit(new Landing("test", moved, ledger, Witness.NONE, new Cancellation()));
        } catch (IOException e) {
            throw FileProblems.writing(new RunPath(name), e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String content(String name) throws IOException {
        try (RunFile file = RunFile.open(run, new RunPath(name))) {
            return new String(file.data().readAllBytes());
        }
    }

    private List<String> names() throws IOException {
        try (var paths = Files.walk(run)) {
            return paths.filter(path -> !path.equals(run))
                    .map(path -> run.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void fails(ProblemCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(code));
    }

    @Test
    void a_file_appears_whole_and_with_its_hash() throws Exception {
        StepReport report = stage("in/deep/a.csv", CreationFlag.OVERWRITE, "a\n1\n");

        StagedFile staged = report.files().get(0);
        byte[] bytes = Files.readAllBytes(run.resolve("in/deep/a.csv"));
        assertThat(staged.bytes()).isEqualTo(4);
        assertThat(staged.sha256())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
        assertThat(names()).containsExactly("in", "in/deep", "in/deep/a.csv");
    }

    @Test
    void nothing_is_left_of_a_file_that_is_not_committed() throws IOException {
        stage("a.csv.gz", CreationFlag.OVERWRITE, "a\n1\n");
        try (StagedOutput output = files.create(target("a.csv.gz", CreationFlag.OVERWRITE), within(Long.MAX_VALUE))) {
            output.data().write(new byte[100_000]);
            assertThat(names()).hasSize(3);
        }

        assertThat(names()).containsExactly("a.csv.gz", "a.csv.gz.gzi");
        assertThat(content("a.csv.gz")).isEqualTo("a\n1\n");
    }

    @Test
    void what_a_crash_left_behind_is_cleared_by_the_next_try() throws IOException {
        StagedTarget target = target("a.csv", CreationFlag.OVERWRITE);
        Files.writeString(run.resolve(target.temporaryName()), "half");

        stage("a.csv", CreationFlag.OVERWRITE, "a\n1\n");

        assertThat(names()).containsExactly("a.csv");
    }

    @Test
    void dont_overwrite_refuses_an_existing_file() throws IOException {
        stage("a.csv", CreationFlag.DONT_OVERWRITE, "a\n1\n");

        fails(ProblemCode.FILE_EXISTS, () -> stage("a.csv", CreationFlag.DONT_OVERWRITE, "a\n2\n"));
        assertThat(content("a.csv")).isEqualTo("a\n1\n");
    }

    @Test
    void a_file_and_a_folder_of_one_name_are_told_to_whoever_names_them() throws IOException {
        stage("a", CreationFlag.OVERWRITE, "1");
        stage("in/b.csv", CreationFlag.OVERWRITE, "b\n");

        assertThatThrownBy(() -> stage("a/b.csv", CreationFlag.OVERWRITE, "b\n"))
                .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.problem())
                        .isEqualTo(Problem.of(
                                ProblemCode.FILE_EXISTS,
                                "cannot write a/b.csv in the run folder: a exists and is a file, where a folder should"
                                        + " be")));
        assertThatThrownBy(() -> stage("in", CreationFlag.OVERWRITE, "1"))
                .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.problem())
                        .isEqualTo(
                                Problem.of(ProblemCode.FILE_EXISTS, "in exists and is a folder, not a regular file")));
        assertThat(names()).containsExactly("a", "in", "in/b.csv");
    }

    @Test
    void append_keeps_one_header() throws IOException {
        stage("a.csv", CreationFlag.APPEND, "a,\"b\nc\"\n1,2\n");
        stage("a.csv", CreationFlag.APPEND, "a,\"b\nc\"\n3,4\n");
        stage("a.csv", CreationFlag.APPEND, "a,\"b\nc\"\n");

        assertThat(content("a.csv")).isEqualTo("a,\"b\nc\"\n1,2\n3,4\n");
    }

    @Test
    void append_ends_a_last_line_that_has_no_end() throws IOException {
        Files.writeString(run.resolve("a.csv"), "a\n1");

        stage("a.csv", CreationFlag.APPEND, "a\n2\n");

        assertThat(content("a.csv")).isEqualTo("a\n1\n2\n");
    }

    @Test
    void append_refuses_other_columns() throws IOException {
        stage("a.csv", CreationFlag.OVERWRITE, "a,b\n1,2\n");

        fails(ProblemCode.FILE_EXISTS, () -> stage("a.csv", CreationFlag.APPEND, "b,a\n1,2\n"));
        assertThat(content("a.csv")).isEqualTo("a,b\n1,2\n");
        assertThat(names()).containsExactly("a.csv");
    }

    @Test
    void append_to_a_file_that_is_no_csv_adds_bytes() throws IOException {
        stage("a.txt", CreationFlag.APPEND, "x\ny");
        stage("a.txt", CreationFlag.APPEND, "x\nz");

        assertThat(content("a.txt")).isEqualTo("x\nyx\nz");
    }

    @Test
    void append_to_blocks_keeps_the_old_blocks_and_rebuilds_the_index() throws IOException {
        stage("a.csv.gz", CreationFlag.APPEND, "a\n" + "12345\n".repeat(20));
        byte[] before = Files.readAllBytes(run.resolve("a.csv.gz"));

        StepReport report = stage("a.csv.gz", CreationFlag.APPEND, "a\n" + "6789\n".repeat(20));

        byte[] after = Files.readAllBytes(run.resolve("a.csv.gz"));
        assertThat(after).startsWith(java.util.Arrays.copyOf(before, before.length - 28));
        assertThat(content("a.csv.gz")).isEqualTo("a\n" + "12345\n".repeat(20) + "6789\n".repeat(20));
        assertThat(indexOnDisk("a.csv.gz")).isEqualTo(scanned("a.csv.gz"));
        assertThat(report.files()).extracting(file -> file.file().value()).containsExactly("a.csv.gz", "a.csv.gz.gzi");
    }

    @Test
    void append_refuses_to_mix_plain_and_blocks() throws IOException {
        Files.writeString(run.resolve("a.csv.gz"), "a\n1\n");

        fails(ProblemCode.FILE_EXISTS, () -> stage("a.csv.gz", CreationFlag.APPEND, "a\n2\n"));
    }

    @Test
    void append_refuses_blocks_that_are_cut_short() throws IOException {
        stage("a.csv.gz", CreationFlag.OVERWRITE, "a\n1\n");
        byte[] whole = Files.readAllBytes(run.resolve("a.csv.gz"));
        Files.write(run.resolve("a.csv.gz"), java.util.Arrays.copyOf(whole, whole.length - 28));

        fails(ProblemCode.FILE_CORRUPT, () -> stage("a.csv.gz", CreationFlag.APPEND, "a\n2\n"));
    }

    @Test
    void a_try_after_the_rename_knows_its_own_file_and_mends_the_index() throws IOException {
        stage("a.csv.gz", CreationFlag.APPEND, "a\n" + "1\n".repeat(50));
        StepReport report = stage("a.csv.gz", CreationFlag.APPEND, "a\n" + "2\n".repeat(50));
        Files.delete(run.resolve("a.csv.gz.gzi"));

        assertThat(files.finished(target("a.csv.gz", CreationFlag.APPEND), ledger))
                .contains(report);
        assertThat(indexOnDisk("a.csv.gz")).isEqualTo(scanned("a.csv.gz"));
    }

    @Test
    void a_try_that_ended_before_the_rename_is_done_again() throws IOException {
        StagedTarget target = target("a.csv", CreationFlag.OVERWRITE);
        assertThat(files.finished(target, ledger)).isEmpty();
        ledger.intend("file:" + "0".repeat(64) + ":1:1");
        assertThat(files.finished(target, ledger)).isEmpty();

        Files.writeString(run.resolve("a.csv"), "a\n");
        assertThat(files.finished(target, ledger)).isEmpty();
    }

    @Test
    void a_file_longer_than_the_job_may_stage_is_refused_and_leaves_nothing() throws Exception {
        try (StagedOutput output = files.create(target("a.csv", CreationFlag.OVERWRITE), within(1000))) {
            output.data().write(new byte[600]);
            output.data().write(new byte[600]);
            fails(ProblemCode.RUN_QUOTA, () -> {
                try {
                    output.data().flush();
                } catch (IOException e) {
                    throw FileProblems.writing(new RunPath("a.csv"), e);
                }
            });
        }
        assertThat(run).isEmptyDirectory();
    }

    @Test
    void a_full_disk_is_an_outage_and_leaves_nothing() throws IOException {
        StagedFiles full = new StagedFiles(new FileSettings(BlockFormat.STANDARD, Long.MAX_VALUE));

        fails(
                ProblemCode.STORAGE_FULL,
                () -> full.create(target("a.csv", CreationFlag.OVERWRITE), within(Long.MAX_VALUE)));
        assertThat(names()).isEmpty();
    }

    /** Both names have the same {@link String#hashCode}. */
    @Test
    void files_of_any_names_are_written_side_by_side() throws Exception {
        try (StagedOutput one = files.create(target("Aa.csv", CreationFlag.OVERWRITE), within(Long.MAX_VALUE));
                StagedOutput other = files.create(target("BB.csv", CreationFlag.OVERWRITE), within(Long.MAX_VALUE))) {
            one.data().write('1');
            other.data().write('2');
            one.commit(landing());
            other.commit(landing());
        }

        assertThat(run.resolve("Aa.csv")).hasContent("1");
        assertThat(run.resolve("BB.csv")).hasContent("2");
    }

    @Test
    void a_file_that_is_being_written_is_an_outage_for_the_next_try() throws IOException {
        try (StagedOutput first = files.create(target("a.csv", CreationFlag.APPEND), within(Long.MAX_VALUE))) {
            fails(
                    ProblemCode.STEP_STALLED,
                    () -> files.create(target("a.csv", CreationFlag.APPEND), within(Long.MAX_VALUE)));
            first.data().write('x');
        }
        stage("a.csv", CreationFlag.APPEND, "a\n");
    }

    @Test
    void links_out_of_the_run_folder_are_not_followed(@TempDir Path outside) throws IOException {
        Path secret = Files.writeString(outside.resolve("secret"), "s\n");
        Files.createSymbolicLink(run.resolve("link.csv"), secret);
        Files.createSymbolicLink(run.resolve("sub"), outside);

        fails(ProblemCode.FILE_EXISTS, () -> stage("link.csv", CreationFlag.APPEND, "s\n1\n"));
        fails(ProblemCode.FILE_MISSING, () -> read("link.csv"));
        fails(ProblemCode.FILE_MISSING, () -> read("sub/secret"));
        assertThatThrownBy(() -> stage("sub/new.csv", CreationFlag.OVERWRITE, "x"))
                .isInstanceOf(ProblemException.class);
        assertThat(outside.resolve("new.csv")).doesNotExist();

        stage("link.csv", CreationFlag.OVERWRITE, "a\n");
        assertThat(secret).hasContent("s\n");
    }

    @Test
    void fifos_and_folders_are_refused_without_waiting() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", run.resolve("pipe.csv").toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.createDirectory(run.resolve("folder.csv"));

        fails(ProblemCode.FILE_MISSING, () -> read("pipe.csv"));
        fails(ProblemCode.FILE_MISSING, () -> read("folder.csv"));
        fails(ProblemCode.FILE_MISSING, () -> read("none.csv"));
        fails(ProblemCode.FILE_EXISTS, () -> stage("pipe.csv", CreationFlag.APPEND, "a\n"));
    }

    private void read(String name) {
        try {
            content(name);
        } catch (IOException e) {
            throw FileProblems.reading(new RunPath(name), e);
        }
    }

    private byte[] indexOnDisk(String name) throws IOException {
        return Files.readAllBytes(run.resolve(name + ".gzi"));
    }

    private byte[] scanned(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (FileChannel file = FileChannel.open(run.resolve(name))) {
            assertThat(ContentForm.of(new java.io.BufferedInputStream(Files.newInputStream(run.resolve(name)))))
                    .isEqualTo(ContentForm.BGZF);
            BlockIndex.scan(file).write(bytes);
        }
        return bytes.toByteArray();
    }
}
