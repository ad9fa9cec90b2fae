package dev.slipway.servers;

import dev.slipway.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** Runs the one PostgreSQL of this JVM. The server and its data end with the JVM. */
record PostgresServer(String address, String user, String password) {
    private static final String PREFIX = "slipway-test-postgres-";
    private static final Path MEMORY = Path.of("/dev/shm");

    /** Bytes for the databases of all JVMs that test at once. */
    private static final long ROOM = 4L << 30;

    /** Returns the server, and starts it on first use. */
    static PostgresServer shared() {
        return Shared.SERVER;
    }

    PostgresDatabase database(String name) {
        return new PostgresDatabase(address + name, user, password);
    }

    private static final class Shared {
        private static final PostgresServer SERVER = start(System.getProperty("slipway.test.postgres", "auto"));
    }

    private static PostgresServer start(String wanted) {
        return switch (wanted) {
            case "docker" -> inContainer();
            case "embedded" -> embedded();
            case "auto" -> DockerClientFactory.instance().isDockerAvailable() ? inContainer() : embedded();
            default ->
                throw new IllegalStateException("slipway.test.postgres is auto, docker or embedded, not " + wanted);
        };
    }

    /** Starts a container, which Testcontainers removes after the JVM has ended. */
    @SuppressWarnings("resource")
    private static PostgresServer inContainer() {
        PostgreSQLContainer container = new PostgreSQLContainer("postgres:18-alpine");
        container.start();
        String address = "jdbc:postgresql://" + container.getHost() + ":" + container.getMappedPort(5432) + "/";
        return new PostgresServer(address, container.getUsername(), container.getPassword());
    }

    private static PostgresServer embedded() {
        try {
            Path temporary = temporary();
            clearLeftovers(temporary);
            Path folder = Files.createTempDirectory(temporary, PREFIX);
            EmbeddedPostgres server = EmbeddedPostgres.start(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                // Without the password file, no other JVM takes the folder for a leftover in between.
                TestFolders.remove(folder.resolve("password"));
                server.close();
                TestFolders.remove(folder);
            }));
            return new PostgresServer(server.jdbcUrl(""), server.user(), server.password());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up a PostgreSQL for the tests", e);
        }
    }

    /**
     * Returns a folder in memory where there is room. Each test has a database of its own, with some hundred files that
     * are removed with the database.
     */
    private static Path temporary() throws IOException {
        boolean roomy = Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
        return roomy ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Removes the servers of killed test JVMs. */
    private static void clearLeftovers(Path temporary) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path folder : folders) {
                if (Files.exists(folder.resolve("password")) && EmbeddedPostgres.stopAbandoned(folder)) {
                    TestFolders.remove(folder);
                }
            }
        }
    }
}
