package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A real Apache httpd on a loopback port. The server serves the files of a folder, with Apache's entity tags, ranges
 * and conditions.
 */
public final class ApacheServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/apache2");
    private static final Path MODULES = Path.of("/usr/lib/apache2/modules");

    private final Process process;
    private final Path home;
    private final int port;
    private int puts;

    private ApacheServer(Process process, Path home, int port) {
        this.process = process;
        this.home = home;
        this.port = port;
    }

    /** Starts a server, which ends with this JVM at the latest. {@link #close} removes the folder of the server. */
    public static ApacheServer start() {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException(PROGRAM + " is missing: install the package apache2-bin");
        }
        try {
            Path home = Files.createTempDirectory("slipway-test-httpd-");
            // As root, httpd serves as another user, who must be able to pass.
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.createDirectory(home.resolve("files"));
            int port = Ports.kept();
            Path settings = Files.write(home.resolve("httpd.conf"), settings(home, port));
            Process process = new ProcessBuilder(PROGRAM.toString(), "-X", "-f", settings.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("out").toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            ApacheServer server = new ApacheServer(process, home, port);
            server.awaitAnswer();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up httpd", e);
        }
    }

    private static List<String> settings(Path home, int port) {
        return List.of(
                "ServerRoot " + home,
                "ServerName 127.0.0.1",
                "Listen 127.0.0.1:" + port,
                "PidFile " + home.resolve("pid"),
                "ErrorLog " + home.resolve("error.log"),
                "LoadModule mpm_event_module " + MODULES.resolve("mod_mpm_event.so"),
                "LoadModule authz_core_module " + MODULES.resolve("mod_authz_core.so"),
                "User nobody",
                "Group nogroup",
                "DocumentRoot " + home.resolve("files"),
                "CustomLog " + home.resolve("access.log") + " \"%U %>s %{Range}i %{If-Range}i\"");
    }

    private void awaitAnswer() throws IOException {
        long giveUp = System.nanoTime() + Await.PATIENCE.toNanos();
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > giveUp) {
                    throw new IOException("httpd does not answer: " + Files.readString(home.resolve("out")), e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    public int port() {
        return port;
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    /**
     * Serves the content under the name, at once in place of the old content. The file looks an hour old, since httpd
     * trusts no tag of a new file.
     */
    public void put(String name, byte[] content) {
        try {
            Path whole = Files.write(home.resolve("next"), content);
            Files.setLastModifiedTime(
                    whole,
                    FileTime.from(Instant.now().minus(Duration.ofHours(1)).plusSeconds(puts++)));
            Files.move(whole, home.resolve("files").resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot serve " + name, e);
        }
    }

    /** Returns the requests so far: path, status, and the headers Range and If-Range of each. */
    public List<String> requests() throws IOException {
        return Files.readAllLines(home.resolve("access.log"));
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        TestFolders.remove(home);
    }
}
