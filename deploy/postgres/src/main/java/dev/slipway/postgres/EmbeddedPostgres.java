package dev.slipway.postgres;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a PostgreSQL server in a data folder: loopback or a Unix socket only, scram passwords, fsync on. The server runs
 * as an identity other than root. A server that survived a crash of its program is adopted and not started again. Only
 * one program at a time may use a folder.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    static final String SUPERUSER = "slipway";
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    /** The time for which the children of a killed postmaster may still hold its lock. */
    private static final long STALE_LOCK_NANOS = TimeUnit.SECONDS.toNanos(10);
    /**
     * The time to wait for connections. Recovery after a crash replays at most max_wal_size; the limit allows for a
     * slow, loaded machine.
     */
    private static final int WAIT_SECONDS = 120;
    /** The port of a server that listens on a Unix socket only. The port is a part of the socket's name. */
    private static final int SOCKET_PORT = 5432;

    private final DataFolder folder;
    private final Binaries binaries;
    private final PostgresSettings settings;
    private final FileChannel lock;
    private final int port;
    private final String password;

    private EmbeddedPostgres(Opened opened, FileChannel lock, int port) throws IOException {
        this.folder = opened.folder();
        this.binaries = opened.binaries();
        this.settings = opened.settings();
        this.lock = lock;
        this.port = port;
        this.password = folder.password();
    }

    /** Holds all that is needed to start a server. */
    private record Opened(DataFolder folder, Binaries binaries, PostgresSettings settings) {}

    /**
     * Starts or adopts the server of {@code folder}, and makes the cluster on first use. Returns when the server
     * accepts connections.
     *
     * @throws PostgresException when there can be no server; the message names the folder and the remedy
     */
    public static EmbeddedPostgres start(Path folder) {
        return start(folder, SystemUser.forDatabase(null));
    }

    /** Starts or adopts the server of {@code folder}, which runs as {@code identity}. */
    public static EmbeddedPostgres start(Path folder, SystemUser identity) {
        return start(folder, identity, PostgresSettings.standard());
    }

    /**
     * Starts or adopts the server of {@code folder} with these settings. An adopted server keeps the settings of its
     * start.
     */
    public static EmbeddedPostgres start(Path folder, SystemUser identity, PostgresSettings settings) {
        try {
            Binaries binaries = Binaries.in(Binaries.standardCache(identity));
            identity.requirePassage(binaries.folder());
            DataFolder opened = DataFolder.open(folder, identity);
            FileChannel lock = opened.lock();
            try {
                return adoptOrStart(new Opened(opened, binaries, settings), lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new PostgresException("cannot set up PostgreSQL in " + folder + ": " + e, e);
        }
    }

    /**
     * Stops the server that a killed program left behind in {@code folder}, if there is one.
     *
     * @return whether the folder is free of a server now; false if a living program uses it
     */
    public static boolean stopAbandoned(Path folder) {
        if (!Files.exists(folder.resolve("lock"))) {
            return true;
        }
        try {
            if (Files.isDirectory(folder.resolve("data"))) {
                start(folder, SystemUser.forDatabase(null), settingsOfSurvivor(folder))
                        .close();
            } else {
                // The set-up of the folder was killed, or is at work now and holds the lock.
                DataFolder.open(folder, SystemUser.forDatabase(null)).lock().close();
            }
            return true;
        } catch (IOException e) {
            throw new PostgresException("cannot look into " + folder + ": " + e, e);
        } catch (PostgresException e) {
            LOG.debug("left alone: {}", e.getMessage());
            return false;
        }
    }

    private static PostgresSettings settingsOfSurvivor(Path folder) {
        PostgresSettings standard = PostgresSettings.standard();
        boolean socketOnly = Postmaster.of(folder.resolve("data"))
                .map(Postmaster::socketOnly)
                .orElse(false);
        return new PostgresSettings(standard.sharedBuffers(), standard.maxWalSize(), socketOnly);
    }

    private static EmbeddedPostgres adoptOrStart(Opened opened, FileChannel lock) throws IOException {
        DataFolder folder = opened.folder();
        Optional<Postmaster> survivor = Postmaster.of(folder.data());
        survivor.ifPresent(postmaster -> requireSameListening(opened, postmaster));
        folder.initialise(opened.binaries());
        int port = survivor.isPresent()
                ? survivor.get().port()
                : startPostmaster(opened, opened.settings().socketOnly() ? () -> SOCKET_PORT : folder::freePort);
        EmbeddedPostgres server = new EmbeddedPostgres(opened, lock, port);
        server.awaitLogin();
        LOG.info("PostgreSQL {} on port {} in {}", survivor.isPresent() ? "adopted" : "started", port, folder.root());
        return server;
    }

    private static void requireSameListening(Opened opened, Postmaster survivor) {
        if (survivor.socketOnly() != opened.settings().socketOnly()) {
            throw new PostgresException(
                    "the PostgreSQL that runs in " + opened.folder().root() + " listens "
                            + (survivor.socketOnly() ? "on a Unix socket only" : "on an address")
                            + ": stop it first, with `kill -INT " + survivor.pid() + "`");
        }
    }

    /**
     * Starts the server again on the same port if its postmaster is gone. Committed data are still there. A server is
     * never made anew, even if the folder's data are gone. Returns when the server accepts connections.
     *
     * @return whether the postmaster was gone
     * @throws PostgresException when there can be no server now; a later call may succeed
     */
    public synchronized boolean revive() {
        try {
            if (!lock.isOpen() || Postmaster.of(folder.data()).isPresent()) {
                return false;
            }
            LOG.warn("PostgreSQL in {} is gone; starting it again", folder.root());
            startPostmaster(
                    new Opened(folder, binaries, settings),
                    () -> settings.socketOnly() ? port : folder.requireFree(port));
            awaitLogin();
            LOG.info("PostgreSQL started again on port {} in {}", port, folder.root());
            return true;
        } catch (IOException e) {
            throw new PostgresException("cannot start PostgreSQL again in " + folder.root() + ": " + e, e);
        }
    }

    /** Chooses the port of the next start. */
    private interface PortChoice {
        int port() throws IOException;
    }

    private static int startPostmaster(Opened opened, PortChoice choice) throws IOException {
        DataFolder folder = opened.folder();
        folder.prepareLog();
        if (opened.settings().socketOnly()) {
            folder.prepareSocket();
        }
        String options = String.join(" ", opened.settings().words(folder));
        long giveUp = System.nanoTime() + STALE_LOCK_NANOS;
        while (true) {
            int port = choice.port();
            ChildProcess.Ended ended = ChildProcess.run(folder.identity()
                    .command(List.of(
                            opened.binaries().program("pg_ctl"),
                            "start",
                            "--wait",
                            "--timeout=" + WAIT_SECONDS,
                            "--pgdata=" + folder.data(),
                            "--log=" + folder.log(),
                            "--options=-p " + port + " " + options)));
            if (!ended.failed()) {
                return port;
            }
            if (System.nanoTime() > giveUp) {
                throw new PostgresException("PostgreSQL does not start in " + folder.root() + "; its log, "
                        + folder.log() + ", ends: " + lastLines(folder.log()));
            }
            LOG.info("PostgreSQL did not start yet, trying again: {}", lastLines(folder.log()));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
        }
    }

    private static String lastLines(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("; ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    /** Waits for the first login, because an adopted server may still be in recovery. */
    private void awaitLogin() {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (true) {
            try (Connection connection = dataSource("postgres").getConnection()) {
                requireThisFolder(connection);
                return;
            } catch (SQLException e) {
                boolean starting = "57P03".equals(e.getSQLState()) || "08001".equals(e.getSQLState());
                boolean gone = Postmaster.of(folder.data()).isEmpty();
                if (!starting || gone || System.nanoTime() > giveUp) {
                    throw new PostgresException(
                            "PostgreSQL in " + folder.root() + " refuses its own user: " + e.getMessage(), e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private void requireThisFolder(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SHOW data_directory")) {
            row.next();
            if (!row.getString(1).equals(folder.data().toString())) {
                throw new PostgresException("port " + port + " belongs to a PostgreSQL in " + row.getString(1)
                        + ", not in " + folder.data());
            }
        }
    }

    /** Returns the address of {@code database} without user and password. */
    public String jdbcUrl(String database) {
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
        return settings.socketOnly()
                ? url + "?socketFactory=" + UnixSocketFactory.class.getName() + "&socketFactoryArg="
                        + URLEncoder.encode(
                                folder.socket().resolve(".s.PGSQL." + port).toString(), StandardCharsets.UTF_8)
                : url;
    }

    /** Returns libpq's connection string for {@code database}, with the user and without a password. */
    public String connectionString(String database) {
        String host = settings.socketOnly() ? folder.socket().toString() : "127.0.0.1";
        return "host='" + host.replace("\\", "\\\\").replace("'", "\\'") + "' port=" + port + " user=" + SUPERUSER
                + " dbname=" + database;
    }

    /** Returns the file (0600) with {@link #password}. */
    public Path passwordFile() {
        return folder.root().resolve("password");
    }

    /** Makes {@code database} unless a database of this name exists. */
    public void createDatabase(String database) {
        try (Connection connection = dataSource("postgres").getConnection();
                PreparedStatement look = connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?");
                Statement create = connection.createStatement()) {
            look.setString(1, database);
            if (!look.executeQuery().next()) {
                create.execute("CREATE DATABASE " + create.enquoteIdentifier(database, true));
            }
        } catch (SQLException e) {
            throw new PostgresException("cannot create the database " + database + ": " + e.getMessage(), e);
        }
    }

    public int port() {
        return port;
    }

    /** Returns the superuser of this server. */
    public String user() {
        return SUPERUSER;
    }

    /** Returns the superuser's password, which is random and kept in a 0600 file of the folder. */
    public String password() {
        return password;
    }

    /** Stops the server and keeps the data. Open connections are cut. */
    @Override
    public synchronized void close() {
        try (lock) {
            if (!lock.isOpen() || Postmaster.of(folder.data()).isEmpty()) {
                return;
            }
            ChildProcess.Ended ended = ChildProcess.run(folder.identity()
                    .command(List.of(
                            binaries.program("pg_ctl"),
                            "stop",
                            "--mode=fast",
                            "--wait",
                            "--timeout=" + WAIT_SECONDS,
                            "--pgdata=" + folder.data())));
            if (ended.failed()) {
                throw new PostgresException("PostgreSQL in " + folder.root() + " does not stop: " + ended.line());
            }
            LOG.info("PostgreSQL in {} stopped", folder.root());
        } catch (IOException e) {
            throw new PostgresException("cannot release " + folder.root() + ": " + e.getMessage(), e);
        }
    }

    private PGSimpleDataSource dataSource(String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(jdbcUrl(database));
        source.setUser(SUPERUSER);
        source.setPassword(password);
        return source;
    }
}
