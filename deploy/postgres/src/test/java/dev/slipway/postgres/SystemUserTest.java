package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemUserTest {
    private static final SystemUser STRANGER = new SystemUser("stranger", 54321, 54321, true);

    @TempDir
    Path temporary;

    @Test
    void names_the_parent_folder_that_is_closed_to_the_server() throws IOException {
        Path closed = Files.createDirectory(temporary.resolve("closed"));
        Path folder = Files.createDirectory(closed.resolve("postgres"));
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-x---"));

        assertThatThrownBy(() -> STRANGER.requirePassage(folder))
                .isInstanceOf(PostgresException.class)
                .hasMessageContaining("the folder " + closed + " is closed to the user stranger")
                .hasMessageContaining("chmod o+x " + closed);
    }

    @Test
    void passes_folders_that_others_may_enter() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("postgres"));
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));

        STRANGER.requirePassage(folder);
    }

    @Test
    void is_never_root() {
        assertThatThrownBy(() -> new SystemUser("root", 0, 0, true)).hasMessageContaining("cannot run as root");
        assertThat(SystemUser.forDatabase(null).uid()).isNotZero();
    }

    @Test
    void drops_every_right_of_root_before_the_server_runs() {
        assertThat(STRANGER.command(List.of("postgres", "-V")))
                .containsExactly(
                        "setpriv",
                        "--reuid=54321",
                        "--regid=54321",
                        "--clear-groups",
                        "--no-new-privs",
                        "--reset-env",
                        "--",
                        "postgres",
                        "-V");
    }
}
