package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.mariadb.jdbc.Driver;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mariadb.MariaDBContainer;

/** Runs the one MariaDB of this JVM. The server and its data end with the JVM. */
record MariaDbServer(String host, int port, String user, String password) {

    /** Returns the server, and starts it on first use. */
    static MariaDbServer shared() {
        return Shared.SERVER;
    }

    private static final class Shared {
        private static final MariaDbServer SERVER = start(System.getProperty("slipway.test.mariadb", "auto"));
    }

    private static MariaDbServer start(String wanted) {
        return switch (wanted) {
            case "docker" -> inContainer();
            case "local" -> LocalMariaDb.start();
            case "auto" -> DockerClientFactory.instance().isDockerAvailable() ? inContainer() : LocalMariaDb.start();
            default -> throw new IllegalStateException("slipway.test.mariadb is auto, docker or local, not " + wanted);
        };
    }

    /**
     * Starts a container of the version that Debian 12 has. Testcontainers removes the container after the JVM has
     * ended.
     */
    @SuppressWarnings("resource")
    private static MariaDbServer inContainer() {
        MariaDBContainer container = new MariaDBContainer("mariadb:10.11")
                .withUsername("root")
                .withCommand("--character-set-server=utf8mb4", "--skip-name-resolve");
        container.start();
        return new MariaDbServer(
                container.getHost(), container.getMappedPort(3306), container.getUsername(), container.getPassword());
    }

    String url(String database) {
        return "jdbc:mariadb://" + host + ":" + port + "/" + database;
    }

    /** Connects to the server without naming a database. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(""), user, password);
    }

    /** Puts the driver's jar into {@code folder}, as an operator does. */
    static Path driverIn(Path folder) {
        try {
            Path jar = Path.of(Driver.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Files.createDirectories(folder);
            return Files.copy(jar, folder.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy the driver of MariaDB", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the driver of MariaDB has no place", e);
        }
    }
}
