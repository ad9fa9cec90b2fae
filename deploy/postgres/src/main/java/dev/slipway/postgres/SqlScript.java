package dev.slipway.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;

/**
 * Runs a file of SQL as {@code psql} does, without {@code psql}. A script may have two commands of psql, each alone on
 * a line: {@code \ir FILE} runs another script, and {@code \copy TABLE from 'FILE' (OPTIONS)} loads a table. Files are
 * found beside the script.
 */
public final class SqlScript {
    private static final Pattern INCLUDE = Pattern.compile("\\\\ir (\\S+)");
    private static final Pattern COPY = Pattern.compile("\\\\copy (.+) from '([^']+)' (\\(.+\\))");

    private final Path file;

    public SqlScript(Path file) {
        this.file = file;
    }

    /** Runs the script in the connection's transaction. */
    public void run(Connection connection) throws SQLException, IOException {
        StringBuilder sql = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("\\")) {
                execute(connection, sql);
                command(connection, line);
            } else {
                sql.append(line).append('\n');
            }
        }
        execute(connection, sql);
    }

    private static void execute(Connection connection, StringBuilder sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.toString());
        }
        sql.setLength(0);
    }

    private void command(Connection connection, String line) throws SQLException, IOException {
        Matcher include = INCLUDE.matcher(line);
        Matcher copy = COPY.matcher(line);
        if (include.matches()) {
            new SqlScript(file.resolveSibling(include.group(1))).run(connection);
        } else if (copy.matches()) {
            try (InputStream rows = Files.newInputStream(file.resolveSibling(copy.group(2)))) {
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("COPY " + copy.group(1) + " FROM STDIN " + copy.group(3), rows);
            }
        } else {
            throw new IllegalArgumentException(
                    file + ": not \\ir FILE and not \\copy TABLE from 'FILE' (OPTIONS): " + line);
        }
    }
}
