package dev.slipway.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Runs a real OpenSSH sshd on a loopback port, with host and client keys of its own, as the caller. */
public final class SshServer implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    /** The empty folder of OpenSSH's packages to which a root sshd confines its unprivileged part. */
    private static final Path EMPTY_FOLDER = Path.of("/run/sshd");

    private final Process process;
    private final Path folder;
    private final int port;

    private SshServer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /**
     * Starts a server. {@code folder} takes the keys, configuration and log.
     *
     * @param settings further lines of the configuration, which come before the usual ones
     */
    public static SshServer start(Path folder, String... settings) {
        return started(folder, "Subsystem sftp internal-sftp\n" + String.join("\n", settings));
    }

    /** Starts a server without any subsystem, as in many appliances. */
    public static SshServer startWithoutSftp(Path folder, String... settings) {
        return started(folder, String.join("\n", settings));
    }

    private static SshServer started(Path folder, String settings) {
        if (!Files.isExecutable(SSHD)) {
            throw new IllegalStateException(SSHD + " is missing: install the package openssh-server");
        }
        try {
            Path home = Files.createDirectories(folder).toRealPath();
            makeKeys(home);
            int port = Ports.kept();
            Files.writeString(home.resolve("sshd_config"), configuration(home, port, settings));
            Files.writeString(
                    home.resolve("known_hosts"),
                    "[127.0.0.1]:" + port + " " + Files.readString(home.resolve("host.pub")));
            if ("root".equals(System.getProperty("user.name"))) {
                Files.createDirectories(EMPTY_FOLDER);
            }
            // -D keeps sshd in the foreground, so that it is a child of this JVM. The path of -E must be absolute, or
            // every connection is reset.
            Process process = new ProcessBuilder(
                            SSHD.toString(),
                            "-D",
                            "-f",
                            home.resolve("sshd_config").toString(),
                            "-E",
                            home.resolve("sshd.log").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("sshd.out").toFile())
                    .start();
            SshServer server = new SshServer(process, home, port);
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            server.awaitAnswer();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up sshd in " + folder, e);
        }
    }

    private static void makeKeys(Path home) throws IOException {
        makeKey(home.resolve("host"), "ed25519", "");
        makeKey(home.resolve("client"), "ed25519", "");
        Files.copy(home.resolve("client.pub"), home.resolve("authorized_keys"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes a key (ecdsa, no passphrase) that no sshd knows. */
    public static Path newKey(Path file) {
        try {
            makeKey(file, "ecdsa", "");
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a key in " + file, e);
        }
    }

    private static void makeKey(Path key, String type, String passphrase) throws IOException {
        if (Files.exists(key)) {
            return;
        }
        Process process = new ProcessBuilder(
                        "ssh-keygen", "-q", "-t", type, "-N", passphrase, "-C", "slipway-test", "-f", key.toString())
                .redirectErrorStream(true)
                .start();
        String output = Await.output(process);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("ssh-keygen: " + output);
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    private static String configuration(Path home, int port, String settings) {
        return settings
                + "\n"
                + String.join(
                        "\n",
                        List.of(
                                "Port " + port,
                                "ListenAddress 127.0.0.1",
                                "HostKey " + home.resolve("host"),
                                "AuthorizedKeysFile " + home.resolve("authorized_keys"),
                                "PidFile " + home.resolve("sshd.pid"),
                                "PermitRootLogin prohibit-password",
                                "StrictModes no",
                                "UsePAM no",
                                "PasswordAuthentication no",
                                "KbdInteractiveAuthentication no",
                                "MaxStartups 100:30:200",
                                "MaxSessions 100",
                                "LogLevel VERBOSE",
                                // At this depth bash does not read the caller's .bashrc for each command.
                                "SetEnv SHLVL=2",
                                ""));
    }

    /** Waits until the server sends a name. */
    private void awaitAnswer() throws IOException {
        long giveUp = System.nanoTime() + Await.PATIENCE.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > giveUp) {
                process.destroyForcibly();
                throw new IOException("sshd does not answer on port " + port + ": " + read(folder.resolve("sshd.out"))
                        + read(folder.resolve("sshd.log")));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout((int) Await.PATIENCE.toMillis());
            return new String(in.readNBytes(4), StandardCharsets.US_ASCII).equals("SSH-");
        } catch (IOException e) {
            return false;
        }
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }

    public int port() {
        return port;
    }

    /** Returns the one user that may log in. */
    public String user() {
        return System.getProperty("user.name");
    }

    /** Returns the private key that logs in (ed25519, no passphrase, 0600). */
    public Path clientKey() {
        return folder.resolve("client");
    }

    /** Makes another key (ed25519, ecdsa, rsa) that logs in, in {@code file}. An empty text means no passphrase. */
    public Path admit(Path file, String type, String passphrase) {
        try {
            makeKey(file, type, passphrase);
            Files.writeString(
                    folder.resolve("authorized_keys"),
                    Files.readString(file.resolveSibling(file.getFileName() + ".pub")),
                    StandardOpenOption.APPEND);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a key in " + file, e);
        }
    }

    /** Returns the number of logins by key so far. */
    public long logins() {
        return log().lines().filter(line -> line.contains("Accepted publickey")).count();
    }

    /** Returns a known_hosts file with this server's key. */
    public Path knownHosts() {
        return folder.resolve("known_hosts");
    }

    /** Returns the content of the server's log so far. */
    public String log() {
        try {
            return read(folder.resolve("sshd.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Suspends the server and its sessions; the sockets stay open. */
    public void pause() {
        Signals.send("STOP", processes());
    }

    /** Ends {@link #pause}. */
    public void resume() {
        Signals.send("CONT", processes());
    }

    /** Suspends the sessions; the server accepts new ones. */
    public void pauseSessions() {
        Signals.send("STOP", process.descendants().toList());
    }

    /** Kills the sessions; the server accepts new ones. */
    public void killSessions() {
        Signals.send("KILL", process.descendants().toList());
    }

    private List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    /** Stops the server and its open sessions; the keys stay. */
    @Override
    public void close() {
        resume();
        List<ProcessHandle> sessions = process.descendants().toList();
        process.destroy();
        process.onExit().join();
        sessions.forEach(ProcessHandle::destroyForcibly);
    }
}
