package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gives each test a folder for PostgreSQL that the identity of its server can reach, and reads single values out of a
 * server.
 */
abstract class PostgresFolderTest {
    @TempDir
    Path temporary;

    Path folder;

    @BeforeEach
    void let_the_servers_identity_pass() throws IOException {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        folder = temporary.resolve("postgres");
    }

    static Connection connect(EmbeddedPostgres server, String database) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
    }

    static String value(EmbeddedPostgres server, String sql) throws SQLException {
        return value(server, "postgres", sql);
    }

    static String value(EmbeddedPostgres server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
