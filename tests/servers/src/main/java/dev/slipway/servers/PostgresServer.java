package dev.slipway.servers;

import dev.slipway.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** The one PostgreSQL of this JVM. It ends with the JVM, and with it all that the tests wrote. */
record PostgresServer(String address, String user, String password) {
    private static final String PREFIX = "slipway-test-postgres-";
    private static final Path MEMORY = Path.of("/dev/shm");

    /** Bytes for the databases of all JVMs that test at once. */
    private static final long ROOM = 4L << 30;

    /** Starts it on first use. */
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

    /** Testcontainers itself removes the container when the JVM is gone. */
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
                // Without it no other JVM takes the folder for a leftover between the two.
                TestFolders.remove(folder.resolve("password"));
                server.close();
                TestFolders.remove(folder);
            }));
            return new PostgresServer(server.jdbcUrl(""), server.user(), server.password());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up a PostgreSQL for the tests", e);
        }
    }

    /** In memory where there is room: each test has a database of its own, of some hundred files that are gone with it. */
    private static Path temporary() throws IOException {
        boolean roomy = Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
        return roomy ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** A test JVM that was killed leaves its server behind. */
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
