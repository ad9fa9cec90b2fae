package dev.slipway.servers;

import dev.slipway.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/** Runs a PostgreSQL for one test alone, which the test may stop, pause, kill and turn into a standby. */
public final class BreakablePostgres implements AutoCloseable {
    private final Path folder;
    private final EmbeddedPostgres server;

    private BreakablePostgres(Path folder, EmbeddedPostgres server) {
        this.folder = folder;
        this.server = server;
    }

    public static BreakablePostgres start() {
        try {
            Path folder = Files.createTempDirectory("slipway-breakable-postgres-");
            EmbeddedPostgres server = EmbeddedPostgres.start(folder);
            BreakablePostgres started = new BreakablePostgres(folder, server);
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for a PostgreSQL", e);
        }
    }

    /** Returns the server's first database, as the superuser. */
    public PostgresDatabase database() {
        return new PostgresDatabase(server.jdbcUrl("postgres"), server.user(), server.password());
    }

    /** Makes a role that may log in with the password {@code pw}. Returns the first database as this role. */
    public PostgresDatabase role(String name) {
        run("CREATE ROLE " + name + " LOGIN PASSWORD 'pw'");
        return new PostgresDatabase(server.jdbcUrl("postgres"), name, "pw");
    }

    /** Runs statements as superuser. */
    public void run(String... statements) {
        try (Connection connection = database().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the server refused its superuser", e);
        }
    }

    /** Stops the server as an operator does, cutting all connections. */
    public void stop() {
        ProcessHandle postmaster = postmaster();
        Signals.send("INT", List.of(postmaster));
        postmaster.onExit().join();
    }

    /** Kills all processes of the server at once. */
    public void kill() {
        List<ProcessHandle> all = processes();
        Signals.send("KILL", all);
        all.forEach(process -> process.onExit().join());
    }

    /** Starts the server again at the same address, if it does not run. */
    public void revive() {
        server.revive();
    }

    /** Suspends all processes of the server; the sockets stay open. */
    public void pause() {
        Signals.send("STOP", processes());
    }

    /** Ends {@link #pause}. */
    public void resume() {
        Signals.send("CONT", processes());
    }

    /** Stops the server and starts it as a standby, which answers queries and refuses to store. */
    public void becomeStandby() {
        stop();
        try {
            Files.writeString(folder.resolve("data/standby.signal"), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        revive();
    }

    /** Makes a standby the primary. Returns when the change is complete. */
    public void promote() {
        run("SELECT pg_promote()");
    }

    private List<ProcessHandle> processes() {
        ProcessHandle postmaster = postmaster();
        return Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    }

    private ProcessHandle postmaster() {
        try {
            String pid =
                    Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException("the PostgreSQL in " + folder + " does not run", e);
        }
    }

    @Override
    public void close() {
        if (Files.exists(folder.resolve("data/postmaster.pid"))) {
            try {
                resume();
            } catch (NoSuchElementException e) {
                // The server was killed: there is no process to resume.
            }
        }
        server.close();
        TestFolders.remove(folder);
    }
}
