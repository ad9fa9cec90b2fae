package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresSettingsTest extends PostgresFolderTest {
    private static final PostgresSettings LARGE = new PostgresSettings("24MB", "512MB", true);
    private static final SystemUser IDENTITY = SystemUser.forDatabase(null);

    @Test
    void a_server_has_the_memory_and_the_log_that_it_is_told_and_stays_durable() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder, IDENTITY, LARGE)) {
            assertThat(value(server, "SHOW shared_buffers")).isEqualTo("24MB");
            assertThat(value(server, "SHOW max_wal_size")).isEqualTo("512MB");
            assertThat(value(server, "SHOW fsync")).isEqualTo("on");
            assertThat(value(server, "SHOW synchronous_commit")).isEqualTo("on");
        }
    }

    @Test
    void a_server_of_a_unix_socket_listens_on_no_address_and_asks_for_the_password() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder, IDENTITY, LARGE)) {
            server.createDatabase("exchange");

            assertThat(value(server, "SHOW listen_addresses")).isEmpty();
            assertThat(value(server, "SELECT host(inet_server_addr())")).isNull();
            assertThat(server.connectionString("exchange"))
                    .isEqualTo("host='" + folder.toRealPath().resolve("socket")
                            + "' port=5432 user=slipway dbname=exchange");
            assertThat(server.passwordFile()).hasContent(server.password());
            assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl("exchange"), server.user(), "wrong"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void a_server_of_a_unix_socket_starts_again_on_it_after_a_crash() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder, IDENTITY, LARGE)) {
            ProcessHandle postmaster = ProcessHandle.of(
                            Postmaster.of(folder.resolve("data")).orElseThrow().pid())
                    .orElseThrow();
            postmaster.destroyForcibly();
            postmaster.onExit().join();

            assertThat(server.revive()).isTrue();
            assertThat(value(server, "SHOW max_wal_size")).isEqualTo("512MB");
        }
    }

    @Test
    void a_command_leaves_a_server_that_the_next_command_finds_and_stops() throws Exception {
        String found = answer("start", folder.toString(), "exchange", "24MB", "512MB");
        long pid = Postmaster.of(folder.resolve("data")).orElseThrow().pid();

        assertThat(found).isEqualTo(answer("start", folder.toString(), "exchange", "24MB", "512MB"));
        assertThat(found).endsWith("port=5432 user=slipway dbname=exchange");
        assertThat(Postmaster.of(folder.resolve("data")).orElseThrow().pid()).isEqualTo(pid);
        answer("stop", folder.toString());
        assertThat(Postmaster.of(folder.resolve("data"))).isEmpty();
    }

    private static String answer(String... words) throws Exception {
        Process command = OtherProgram.run(FolderCommand.class, words);
        String said = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(command.waitFor()).isZero();
        return said.strip().lines().reduce((first, last) -> last).orElse("");
    }

    @Test
    void a_server_that_listens_otherwise_than_asked_is_not_adopted() throws Exception {
        Process program = OtherProgram.start(folder);
        program.destroyForcibly().waitFor();
        try {
            assertThatThrownBy(() -> EmbeddedPostgres.start(folder, IDENTITY, LARGE))
                    .isInstanceOf(PostgresException.class)
                    .hasMessageContaining("listens on an address: stop it first");
        } finally {
            assertThat(EmbeddedPostgres.stopAbandoned(folder)).isTrue();
        }
    }

    @Test
    void a_size_that_is_none_is_refused_by_its_setting() {
        for (String size : List.of("", "64", "0MB", "64 MB", "64MB -c fsync=off", "-1MB")) {
            assertThatThrownBy(() -> new PostgresSettings(size, "1GB", false))
                    .isInstanceOf(PostgresException.class)
                    .hasMessageContaining("shared_buffers is '" + size + "'");
            assertThatThrownBy(() -> new PostgresSettings("1GB", size, false)).hasMessageContaining("max_wal_size");
        }
    }

    @Test
    void a_folder_whose_socket_has_too_long_a_path_is_refused() throws IOException {
        Path deep = Files.createDirectories(temporary.resolve("d".repeat(100)));

        assertThatThrownBy(() -> EmbeddedPostgres.start(deep, IDENTITY, LARGE))
                .isInstanceOf(PostgresException.class)
                .hasMessageContaining("longer than 107 bytes: choose a folder with a shorter path");
        assertThat(Postmaster.of(deep.resolve("data"))).isEmpty();
    }
}
