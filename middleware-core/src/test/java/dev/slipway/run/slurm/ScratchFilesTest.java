package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.effect.Witness;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunPath;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.StorageSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a run between its folder here and a scratch folder, by real scripts of a real shell. */
class ScratchFilesTest {
    private static final long MOST_FILES = 20;

    @TempDir
    Path temporary;

    private LocalScratch scratch;
    private ScratchFiles files;
    private RecordMirror mirror;
    private RunOrder order;
    private Path here;
    private Path there;
    private long now;

    @BeforeEach
    void make_folders() throws IOException {
        scratch = new LocalScratch(Files.createDirectory(temporary.resolve("it's scratch")));
        there = scratch.root().resolve("tok");
        RunFolder folder = new RunFolder(Files.createDirectory(temporary.resolve("tok")));
        Files.createDirectories(folder.files().resolve("in"));
        Files.createDirectory(folder.tmp());
        Files.createDirectory(folder.guard());
        Files.writeString(folder.guard().resolve("variables"), "MODE=fast");
        here = folder.files();
        Files.writeString(here.resolve("in/data $HOME; it's"), "rows");
        Files.writeString(here.resolve("unread"), "more");
        LaunchRequest launch = ClusterRuns.launch("program", 1, ResourceDemand.NONE, Duration.ofMinutes(1), "big");
        assertThat(launch.application()).isInstanceOf(MpiProgram.class);
        order = new RunOrder("tok", folder, launch, 60);
        StorageSettings storage = new StorageSettings(Duration.ZERO, Duration.ofDays(1), 1 << 20, 0, Optional.empty())
                .entries(MOST_FILES, 0);
        var settings = TestCluster.settings(Duration.ofSeconds(2));
        ScratchShell shell = new ScratchShell(settings, scratch, scratch.root());
        files = new ScratchFiles("main", scratch, shell, storage, Witness.NONE);
        mirror = new RecordMirror(settings, shell, () -> now, 1 << 20);
    }

    private void send() throws Exception {
        files.send(order, LocalScratch.ALICE);
    }

    private void fetch() throws Exception {
        files.fetch(order, LocalScratch.ALICE);
    }

    private Problem refused() {
        return catchThrowableOfType(ProblemException.class, this::fetch).problem();
    }

    private static List<String> tree(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void the_cluster_gets_all_files_and_gives_back_what_the_run_left() throws Exception {
        send();

        assertThat(tree(there)).containsExactly("files/in/data $HOME; it's", "files/unread", "guard/variables");
        assertThat(there.resolve("guard/tmp")).isDirectory();
        assertThat(Files.getPosixFilePermissions(there)).isEqualTo(PosixFilePermissions.fromString("rwx------"));

        Files.writeString(there.resolve("files/in/data $HOME; it's"), "ROWS");
        Files.delete(there.resolve("files/unread"));
        Files.createDirectories(there.resolve("files/deep/er"));
        Files.writeString(there.resolve("files/deep/er/-n"), "out");
        fetch();

        assertThat(tree(here)).containsExactly("deep/er/-n", "in/data $HOME; it's");
        assertThat(here.resolve("in/data $HOME; it's")).hasContent("ROWS");

        files.remove(order, LocalScratch.ALICE);
        assertThat(scratch.root()).isEmptyDirectory();
    }

    @Test
    void a_crash_after_any_step_is_made_good_by_the_same_call() throws Exception {
        send();
        send();
        assertThat(tree(there)).hasSize(3);
        fetch();
        Files.writeString(there.resolve("files/late"), "late");
        fetch();
        assertThat(here.resolve("late")).hasContent("late");
        files.remove(order, LocalScratch.ALICE);
        files.remove(order, LocalScratch.ALICE);
    }

    @Test
    void links_pipes_and_names_that_no_document_has_stay_there() throws Exception {
        send();
        Path left = there.resolve("files");
        Files.createSymbolicLink(left.resolve("link"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(left.resolve("up"), Path.of("/etc"));
        Files.writeString(left.resolve("line\nend"), "x");
        Files.writeString(left.resolve("back\\slash"), "x");
        assertThat(new ProcessBuilder("mkfifo", left.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();

        fetch();

        assertThat(tree(here)).containsExactly("in/data $HOME; it's", "unread");
    }

    @Test
    void what_a_run_may_leave_is_bounded() throws Exception {
        send();
        try (RandomAccessFile sparse =
                new RandomAccessFile(there.resolve("files/huge").toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        assertThat(refused().code()).isEqualTo(ProblemCode.RUN_QUOTA);
        Files.delete(there.resolve("files/huge"));
        for (int i = 0; i < MOST_FILES; i++) {
            Files.createFile(there.resolve("files/" + i));
        }
        assertThat(refused().message()).contains("more than 20 files");
        files.remove(order, LocalScratch.ALICE);
        assertThat(refused().code()).isEqualTo(ProblemCode.RUN_LOST);
    }

    @Test
    void a_file_that_changes_on_its_way_is_sent_again_and_then_refused() throws Exception {
        AtomicInteger left = new AtomicInteger(1);
        Path on = scratch.root().resolve("tok.part/files/unread");
        scratch.afterCopies(() -> {
            if (Files.exists(on) && left.getAndDecrement() > 0) {
                write(on, "evil");
            }
        });
        send();
        assertThat(there.resolve("files/unread")).hasContent("more");

        left.set(Integer.MAX_VALUE);
        Problem problem =
                catchThrowableOfType(ProblemException.class, this::send).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.FILE_CORRUPT);
        assertThat(problem.message()).contains("file unread").contains("cluster main");
        assertThat(there).doesNotExist();
    }

    @Test
    void a_file_that_changes_while_it_is_fetched_gets_no_name_here() throws Exception {
        send();
        Files.writeString(there.resolve("files/out"), "a");
        scratch.afterCopies(() -> write(temporary.resolve("tok/arriving/out"), "b"));

        assertThat(refused().code()).isEqualTo(ProblemCode.FILE_CORRUPT);
        assertThat(here.resolve("out")).doesNotExist();
    }

    @Test
    void a_run_may_replace_a_folder_by_a_file_and_a_file_by_a_folder() throws Exception {
        Files.createDirectories(here.resolve("in/deep/er"));
        Files.writeString(here.resolve("in/deep/er/row"), "row");
        send();
        Path left = there.resolve("files");
        Files.delete(left.resolve("in/data $HOME; it's"));
        Files.delete(left.resolve("in/deep/er/row"));
        Files.delete(left.resolve("in/deep/er"));
        Files.delete(left.resolve("in/deep"));
        Files.delete(left.resolve("in"));
        Files.writeString(left.resolve("in"), "file");
        Files.delete(left.resolve("unread"));
        Files.createDirectory(left.resolve("unread"));
        Files.writeString(left.resolve("unread/x"), "below");
        // An earlier fetch was broken off.
        Files.createDirectories(temporary.resolve("tok/arriving/in"));
        Files.writeString(temporary.resolve("tok/arriving/in/data $HOME; it's"), "ro");

        fetch();

        assertThat(tree(here)).containsExactly("in", "unread/x");
        assertThat(here.resolve("in")).hasContent("file");
    }

    @Test
    void a_list_with_a_file_as_a_folder_is_refused() throws Exception {
        send();
        scratch.answersBy(call -> call.argv().get(2).contains("printf '%s %P")
                ? Optional.of(new ClusterAnswer(0, "1 in\0001 in/a\0", ""))
                : Optional.empty());

        Problem problem = refused();

        assertThat(problem.code()).isEqualTo(ProblemCode.FILE_CORRUPT);
        assertThat(problem.message()).contains("lists in as a file").contains("file in/a");
        assertThat(tree(here)).contains("unread");
    }

    @Test
    void an_output_without_a_place_here_keeps_no_other_record_away() throws Exception {
        Files.createDirectory(here.resolve("stdout.txt"));
        send();
        Files.writeString(there.resolve("files/stdout.txt"), "one");
        Files.writeString(there.resolve("files/stderr.txt"), "two");

        mirror.follow(order, LocalScratch.ALICE);

        assertThat(here.resolve("stderr.txt")).hasContent("two");
        mirror.renew(order, LocalScratch.ALICE);
        fetch();
        assertThat(here.resolve("stdout.txt")).hasContent("one");
    }

    @Test
    void each_command_that_hashes_may_take_a_time_by_its_own_bytes() throws Exception {
        List<Duration> given = new ArrayList<>();
        ScratchShell shell = new ScratchShell(
                TestCluster.settings(Duration.ofSeconds(2)),
                (call, begun) -> {
                    given.add(call.timeout());
                    return new ClusterAnswer(0, "", "");
                },
                scratch.root());
        Map<RunPath, Long> sizes = new LinkedHashMap<>();
        for (int i = 0; i <= 20_000; i++) {
            sizes.put(new RunPath("f" + i), i == 0 ? 2_000L << 20 : 0L);
        }

        shell.hashes(LocalScratch.ALICE, there, sizes);

        assertThat(given).containsExactly(Duration.ofSeconds(110), Duration.ofSeconds(10));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void one_look_in_an_interval_brings_the_records_of_all_runs() throws Exception {
        send();
        Files.createFile(there.resolve("guard/claim"));
        Files.writeString(there.resolve("guard/ended.json"), "{}");
        Files.writeString(there.resolve("tmp/progress.jsonl"), "x".repeat(70_000) + "\nlast\n");
        Files.writeString(there.resolve("files/stdout.txt"), "one\n");
        Files.createSymbolicLink(there.resolve("files/stderr.txt"), Path.of("/etc/passwd"));
        int before = scratch.commands();

        mirror.follow(order, LocalScratch.ALICE);
        mirror.follow(order, LocalScratch.ALICE);

        assertThat(scratch.commands() - before).as("one look and one reading").isEqualTo(2);
        RunFolder folder = order.folder();
        assertThat(folder.guard().resolve("claim")).isRegularFile();
        assertThat(folder.guard().resolve("ended.json")).hasContent("{}");
        assertThat(Files.readString(folder.tmp().resolve("progress.jsonl")))
                .hasSize(64 << 10)
                .endsWith("\nlast\n");
        assertThat(here.resolve("stdout.txt")).hasContent("one\n");
        assertThat(here.resolve("stderr.txt")).doesNotExist();

        Files.writeString(there.resolve("files/stdout.txt"), "y".repeat(100_000), StandardOpenOption.APPEND);
        for (int look = 0; look < 3; look++) {
            now += Duration.ofSeconds(2).toNanos();
            mirror.follow(order, LocalScratch.ALICE);
        }
        assertThat(here.resolve("stdout.txt")).hasSameTextualContentAs(there.resolve("files/stdout.txt"));
        now += Duration.ofSeconds(2).toNanos();
        int settled = scratch.commands();
        mirror.follow(order, LocalScratch.ALICE);
        assertThat(scratch.commands() - settled)
                .as("one look, and nothing to read")
                .isEqualTo(1);
    }
}
