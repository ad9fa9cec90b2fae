package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresTest extends PostgresFolderTest {
    @Test
    void starts_durable_on_loopback_with_a_private_password() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThat(value(server, "SHOW fsync")).isEqualTo("on");
            assertThat(value(server, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(value(server, "SHOW full_page_writes")).isEqualTo("on");
            assertThat(value(server, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(value(server, "SHOW unix_socket_directories")).isEmpty();
            assertThat(value(server, "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(value(server, "SELECT datcollate FROM pg_database WHERE datname = 'postgres'"))
                    .isEqualTo("C.UTF-8");
            assertThat(value(server, "SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules"))
                    .isEqualTo("scram-sha-256");
        }

        assertThat(mode(folder.resolve("password"))).isEqualTo("rw-------");
        assertThat(mode(folder.resolve("data"))).isEqualTo("rwx------");
        assertThat(folder.resolve("password.initdb")).doesNotExist();
    }

    @Test
    void runs_as_somebody_without_rights() throws Exception {
        SystemUser identity = SystemUser.forDatabase(null);

        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            long pid = Postmaster.of(folder.resolve("data")).orElseThrow().pid();

            assertThat(Files.getAttribute(Path.of("/proc/" + pid), "unix:uid")).isEqualTo(identity.uid());
            assertThat(identity.uid()).isNotZero();
            assertThat(Files.readString(Path.of("/proc/" + pid + "/cmdline"))).doesNotContain(server.password());
            assertThat(Files.readString(Path.of("/proc/" + pid + "/environ"))).doesNotContain(server.password());
        }
    }

    @Test
    void keeps_data_password_and_port_over_a_restart() throws Exception {
        String password;
        int port;
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            server.createDatabase("risk");
            server.createDatabase("risk");
            execute(server, "risk", "CREATE TABLE book (name text); INSERT INTO book VALUES ('equity')");
            password = server.password();
            port = server.port();
        }
        assertThat(Postmaster.of(folder.resolve("data"))).isEmpty();

        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThat(server.password()).isEqualTo(password);
            assertThat(server.port()).isEqualTo(port);
            assertThat(value(server, "risk", "SELECT name FROM book")).isEqualTo("equity");
        }
    }

    @Test
    void refuses_a_wrong_password() {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl("postgres"), server.user(), "wrong"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void adopts_the_server_that_outlived_a_killed_program() throws Exception {
        Process program = OtherProgram.start(folder);
        long pid = Postmaster.of(folder.resolve("data")).orElseThrow().pid();

        program.destroyForcibly().waitFor();

        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThat(Postmaster.of(folder.resolve("data")).orElseThrow().pid())
                    .isEqualTo(pid);
            assertThat(value(server, "SELECT 1")).isEqualTo("1");
        }
        assertThat(Postmaster.of(folder.resolve("data"))).isEmpty();
    }

    @Test
    void stops_the_server_that_a_killed_program_left_behind() throws Exception {
        Process program = OtherProgram.start(folder);
        assertThat(EmbeddedPostgres.stopAbandoned(folder)).isFalse();

        program.destroyForcibly().waitFor();

        assertThat(EmbeddedPostgres.stopAbandoned(folder)).isTrue();
        assertThat(Postmaster.of(folder.resolve("data"))).isEmpty();
    }

    @Test
    void starts_again_after_its_postmaster_was_killed_and_keeps_what_was_committed() throws Exception {
        EmbeddedPostgres killed = EmbeddedPostgres.start(folder);
        execute(killed, "postgres", "CREATE TABLE book (name text); INSERT INTO book VALUES ('equity')");
        ProcessHandle postmaster = ProcessHandle.of(
                        Postmaster.of(folder.resolve("data")).orElseThrow().pid())
                .orElseThrow();
        postmaster.destroyForcibly();
        postmaster.onExit().join();
        killed.close();

        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThat(value(server, "SELECT name FROM book")).isEqualTo("equity");
        }
    }

    @Test
    void revives_a_server_whose_postmaster_was_killed_on_the_same_port() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            execute(server, "postgres", "CREATE TABLE book (name text); INSERT INTO book VALUES ('equity')");
            assertThat(server.revive()).as("it lives").isFalse();
            ProcessHandle postmaster = ProcessHandle.of(
                            Postmaster.of(folder.resolve("data")).orElseThrow().pid())
                    .orElseThrow();
            postmaster.destroyForcibly();
            postmaster.onExit().join();

            assertThat(server.revive()).isTrue();

            assertThat(value(server, "SELECT name FROM book")).isEqualTo("equity");
        }
        assertThat(Postmaster.of(folder.resolve("data"))).isEmpty();
    }

    @Test
    void takes_another_port_when_the_kept_one_is_taken() throws Exception {
        int port;
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            port = server.port();
        }

        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
        }
    }

    @Test
    void makes_the_cluster_again_that_a_killed_set_up_left_unfinished() throws Exception {
        Files.createDirectories(folder.resolve("data.unfinished/base"));
        Files.writeString(folder.resolve("data.unfinished/PG_VERSION"), "18\n");
        Files.writeString(folder.resolve("password.initdb"), "old");

        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder)) {
            assertThat(value(server, "SELECT 1")).isEqualTo("1");
        }
        assertThat(folder.resolve("data.unfinished")).doesNotExist();
    }

    @Test
    void refuses_a_folder_that_another_program_uses() throws Exception {
        Process program = OtherProgram.start(folder);
        try {
            assertThatThrownBy(() -> EmbeddedPostgres.start(folder))
                    .isInstanceOf(PostgresException.class)
                    .hasMessageContaining(folder.toRealPath() + " is in use by another program");
        } finally {
            program.destroyForcibly().waitFor();
            EmbeddedPostgres.stopAbandoned(folder);
        }
    }

    @Test
    void does_not_take_another_process_for_its_postmaster() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        long notPostgres = ProcessHandle.current().pid();
        Files.writeString(
                data.resolve("postmaster.pid"), notPostgres + "\n" + data + "\n1\n5432\n\n127.0.0.1\n1 1\nready\n");

        assertThat(Postmaster.of(data)).isEmpty();
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void execute(EmbeddedPostgres server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
