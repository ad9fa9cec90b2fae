package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlScriptTest {
    @TempDir
    Path folder;

    private EmbeddedPostgres server;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        server = EmbeddedPostgres.start(folder.resolve("postgres"));
        connection = DriverManager.getConnection(server.jdbcUrl("postgres"), server.user(), server.password());
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        server.close();
    }

    @Test
    void runs_statements_other_scripts_and_loads_in_their_order() throws Exception {
        write(
                "tables.sql",
                "CREATE TABLE book (id int, name text);\nCREATE PROCEDURE nothing() LANGUAGE sql AS $$"
                        + " SELECT 1; $$;\n");
        write("book.csv", "name,id\n\"a, b\",1\n,2\n");
        write(
                "all.sql",
                "-- first\n\\ir tables.sql\n\\copy book (name, id) from 'book.csv' (format csv, header)\nUPDATE book\n"
                        + "SET id = id + 10;\n");

        new SqlScript(folder.resolve("all.sql")).run(connection);

        assertThat(value("SELECT string_agg(id || coalesce(name, '-'), ';' ORDER BY id) FROM book"))
                .isEqualTo("11a, b;12-");
    }

    @Test
    void refuses_what_it_cannot_do() throws Exception {
        write("other.sql", "CREATE TABLE book (id int);\n\\timing on\n");
        write("missing.sql", "CREATE TABLE book (id int);\n\\copy book from 'no.csv' (format csv)\n");
        write("wrong.sql", "CREATE TABL book (id int);\n");

        assertThatThrownBy(() -> new SqlScript(folder.resolve("other.sql")).run(connection))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("\\timing on");
        connection.createStatement().execute("DROP TABLE book");
        assertThatThrownBy(() -> new SqlScript(folder.resolve("missing.sql")).run(connection))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> new SqlScript(folder.resolve("wrong.sql")).run(connection))
                .isInstanceOf(SQLException.class);
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(folder.resolve(name), text);
    }

    private String value(String sql) throws SQLException {
        try (ResultSet rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
