package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadyFolderTest extends PostgresFolderTest {
    @Test
    void a_copy_of_its_data_starts_for_a_user_whom_the_system_does_not_know() throws Exception {
        SystemUser run = SystemUser.callerIsRoot()
                ? new SystemUser("run", 1_900_000_990, 1_900_000_990, true)
                : SystemUser.forDatabase(null);
        ReadyFolder.make(folder);
        Path copy = temporary.resolve("copy");
        ChildProcess.run(List.of("cp", "-r", folder.resolve("data").toString(), copy.toString()));
        give(copy, run);

        Process server = new ProcessBuilder(run.command(List.of(
                        folder.resolve("postgres/bin/postgres").toString(),
                        "-D",
                        copy.toString(),
                        "-c",
                        "listen_addresses=",
                        "-c",
                        "unix_socket_directories=" + copy)))
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("log").toFile())
                .start();
        try {
            assertThat(userOf(copy.resolve(".s.PGSQL.5432"), server)).isEqualTo(ReadyFolder.SUPERUSER);
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    @Test
    void everybody_may_read_it_and_nobody_else_may_change_it() throws IOException {
        ReadyFolder.make(folder);

        try (Stream<Path> paths = Files.walk(folder.resolve("data"))) {
            assertThat(paths.map(ReadyFolderTest::mode).distinct()).containsExactlyInAnyOrder("rwxr-xr-x", "rw-r--r--");
        }
        assertThat(folder.resolveSibling("ready.unfinished")).doesNotExist();
        assertThatThrownBy(() -> ReadyFolder.make(folder)).hasMessageContaining("is there already: remove it first");
    }

    /** Gives the copy to the run's user and closes it to others, as a copy that the run has made. */
    private static void give(Path copy, SystemUser run) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> found = Files.walk(copy)) {
            found.forEach(paths::add);
        }
        for (Path path : paths) {
            run.own(path);
        }
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
    }

    /** Asks until the server answers or has ended. */
    private static String userOf(Path socket, Process server) throws SQLException {
        while (true) {
            String url = "jdbc:postgresql://localhost/postgres?socketFactory=" + UnixSocketFactory.class.getName()
                    + "&socketFactoryArg=" + socket;
            try (Connection connection = DriverManager.getConnection(url, ReadyFolder.SUPERUSER, "");
                    Statement statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT current_user")) {
                rows.next();
                return rows.getString(1);
            } catch (SQLException e) {
                if (!server.isAlive()) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
