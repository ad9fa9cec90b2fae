package dev.slipway.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Collects all traces of a service that must not contain a secret. */
final class Traces {
    private Traces() {}

    /** Returns every row of every table of the store, as text. */
    static List<String> rows(WholeService service) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection =
                        service.bean(ServiceStore.class).dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            String tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'slipway'";
            for (String table : texts(statement, tables)) {
                rows.addAll(texts(statement, "SELECT t::text FROM slipway." + table + " t"));
            }
            // A row shows the bytes of a document in hex.
            rows.addAll(texts(statement, "SELECT convert_from(bytes, 'UTF8') FROM slipway.document"));
        }
        return rows;
    }

    private static List<String> texts(Statement statement, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                texts.add(String.valueOf(result.getString(1)));
            }
        }
        return texts;
    }

    /** Returns every file below the service's folder: database, keys, log, run folders, results. */
    static List<String> files(WholeService service) throws IOException {
        List<String> contents = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(service.home())) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                try {
                    contents.add(Files.readString(file, StandardCharsets.ISO_8859_1));
                } catch (NoSuchFileException e) {
                    // The database has removed one of its files meanwhile.
                }
            }
        }
        return contents;
    }

    /** Returns command lines and environments of all visible processes. */
    static List<String> processes() {
        List<String> seen = new ArrayList<>();
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            for (String file : List.of("cmdline", "environ")) {
                try {
                    seen.add(Files.readString(
                            Path.of("/proc", Long.toString(process.pid()), file), StandardCharsets.ISO_8859_1));
                } catch (IOException e) {
                    // The process has ended, or belongs to another user.
                }
            }
        }
        return seen;
    }
}
