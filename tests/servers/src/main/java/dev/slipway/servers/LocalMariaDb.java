package dev.slipway.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the MariaDB of this machine's package on a loopback port, as the caller. The server and its data end with the
 * JVM.
 */
record LocalMariaDb(Process process, int port) {
    private static final Logger LOG = LoggerFactory.getLogger(LocalMariaDb.class);
    private static final String USER = "slipway";
    private static final String PASSWORD = "correct horse";
    private static final String PREFIX = "slipway-test-mariadb-";
    private static final Path PROGRAM = Path.of("/usr/sbin/mariadbd");
    private static final Path SYSTEM_TABLES = Path.of("/usr/share/mysql/mysql_system_tables.sql");

    /** Starts a server, and waits until it lets the tests in. */
    static MariaDbServer start() {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException(PROGRAM + " is missing: install the package mariadb-server-core");
        }
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            clearLeftovers(temporary);
            Path folder = Files.createTempDirectory(
                    temporary, PREFIX + ProcessHandle.current().pid() + "-");
            Path data = Files.createDirectory(folder.resolve("data"));
            makeTables(folder, data);
            int port = Ports.kept();
            Path users = Files.writeString(
                    folder.resolve("users.sql"),
                    "CREATE USER " + USER + "@'127.0.0.1' IDENTIFIED BY '" + PASSWORD + "';\n" + "GRANT ALL ON *.* TO "
                            + USER + "@'127.0.0.1' WITH GRANT OPTION;\n");
            List<String> command = command(folder, data);
            command.addAll(List.of("--bind-address=127.0.0.1", "--port=" + port, "--init-file=" + users));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                process.destroyForcibly();
                process.onExit().join();
                TestFolders.remove(folder);
            }));
            MariaDbServer server = new MariaDbServer("127.0.0.1", port, USER, PASSWORD);
            new LocalMariaDb(process, port).awaitLogin(server, folder.resolve("log"));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up a MariaDB for the tests", e);
        }
    }

    /** Removes the servers of killed test JVMs. The name of a server's folder contains the JVM's process id. */
    private static void clearLeftovers(Path temporary) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*-*")) {
            for (Path folder : folders) {
                String owner = folder.getFileName()
                        .toString()
                        .substring(PREFIX.length())
                        .replaceFirst("-.*", "");
                if (ProcessHandle.of(Long.parseLong(owner)).isEmpty()) {
                    ProcessHandle.allProcesses()
                            .filter(process -> process.info()
                                    .commandLine()
                                    .filter(line -> line.contains("--datadir=" + folder.resolve("data")))
                                    .isPresent())
                            .forEach(LocalMariaDb::end);
                    clear(folder);
                }
            }
        }
    }

    private static void clear(Path folder) {
        try {
            TestFolders.remove(folder);
        } catch (UncheckedIOException e) {
            LOG.debug("another test JVM clears {} too: {}", folder, e.getMessage());
        }
    }

    private static void end(ProcessHandle server) {
        server.destroyForcibly();
        server.onExit().join();
    }

    private static List<String> command(Path folder, Path data) {
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--socket=" + folder.resolve("socket"),
                "--pid-file=" + folder.resolve("pid"),
                "--tmpdir=" + folder,
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--innodb-buffer-pool-size=32M",
                "--innodb-log-file-size=32M"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        return command;
    }

    private static void makeTables(Path folder, Path data) throws IOException {
        List<String> command = command(folder, data);
        command.add("--bootstrap");
        Path log = folder.resolve("bootstrap.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("create database mysql;\nuse mysql;\n".getBytes(StandardCharsets.UTF_8));
            Files.copy(SYSTEM_TABLES, in);
        }
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("mariadbd --bootstrap: " + Files.readString(log));
        }
    }

    private void awaitLogin(MariaDbServer server, Path log) throws IOException {
        long giveUp = System.nanoTime() + Await.PATIENCE.toNanos();
        while (true) {
            try (Connection connection = server.connect()) {
                LOG.debug("MariaDB {} on port {}", connection.getMetaData().getDatabaseProductVersion(), port);
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > giveUp) {
                    throw new IOException(
                            "MariaDB lets nobody in: " + e.getMessage() + "\n" + Files.readString(log), e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }
}
