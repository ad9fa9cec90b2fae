package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.digest.Sha256;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFolderTest {
    private static final RunPath IN = new RunPath("in");

    @TempDir
    private Path run;

    private final StagedFiles files = new StagedFiles(FileSettings.STANDARD);

    private static Landing landing() {
        return new Landing(
                "test", new MovedBytes((bytes, rows) -> {}), new MemoryLedger(), Witness.NONE, new Cancellation());
    }

    private StagedFolder folder() throws IOException {
        return files.folder(run, IN, CreationFlag.OVERWRITE, landing());
    }

    private Path hidden() {
        return run.resolve(".slipway-part-" + Sha256.shortName("in"));
    }

    /** Returns the files that this JVM holds open below the run folder. */
    private List<Path> open() throws IOException {
        List<Path> open = new ArrayList<>();
        try (var handles = Files.list(Path.of("/proc/self/fd"))) {
            for (Path handle : handles.toList()) {
                if (Files.isSymbolicLink(handle)) {
                    open.add(Files.readSymbolicLink(handle));
                }
            }
        }
        open.removeIf(path -> !path.startsWith(run));
        return open;
    }

    @Test
    void holds_nothing_open_where_its_notes_cannot_be_kept() throws Exception {
        Files.createDirectories(hidden().resolve("notes/no-file"));

        assertThatThrownBy(this::folder).isInstanceOf(IOException.class);
        assertThat(open()).isEmpty();

        Files.delete(hidden().resolve("notes/no-file"));
        Files.delete(hidden().resolve("notes"));
        try (StagedFolder again = folder()) {
            assertThat(again.files()).isEmpty();
            assertThat(open()).isNotEmpty();
        }
    }

    @Test
    void notes_that_were_cut_off_are_no_names() throws Exception {
        String hash = "0".repeat(64);
        Files.createDirectories(hidden());
        Files.writeString(
                hidden().resolve("notes"), "named " + hash + " deep/\nnamed " + hash + " ../up\nnamed " + hash);
        Files.writeString(run.resolve("up"), "");

        try (StagedFolder folder = folder()) {
            try (StagedFolder.Incoming file = folder.begin("a")) {
                file.end("origin", Optional.empty());
            }
            folder.commit(landing());
        }
        assertThat(run.resolve("in/a")).isEmptyFile();
        assertThat(run.resolve("up")).exists();
    }

    @Test
    void a_folder_in_the_way_of_its_file_is_named() throws Exception {
        Files.createDirectories(run.resolve("in/a"));

        try (StagedFolder folder = folder()) {
            try (StagedFolder.Incoming file = folder.begin("a")) {
                file.end("origin", Optional.empty());
            }
            assertThatThrownBy(() -> folder.commit(landing()))
                    .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.problem())
                            .isEqualTo(Problem.of(
                                    ProblemCode.FILE_EXISTS, "in/a exists and is a folder, not a regular file")));
        }
        assertThat(run.resolve("in/a")).isEmptyDirectory();
    }
}
