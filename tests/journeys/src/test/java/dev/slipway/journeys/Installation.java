package dev.slipway.journeys;

import dev.slipway.demo.RiskDatabase;
import dev.slipway.servers.Ports;
import dev.slipway.servers.SshServer;
import dev.slipway.servers.TestFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The shipped Slipway in a separate folder: {@code ./slipway serve} on a real risk database and a real ssh host. The
 * tests speak to it by {@code ./slipway VERB}.
 */
final class Installation implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(300);

    private final Path folder;
    private final Path home;
    private final int port;
    private final int callbackPort;
    private final RiskDatabase database;
    private final SshServer host;
    private final MailServer mails = new MailServer();
    private Process service;

    private Installation(Path folder) throws SQLException, IOException {
        this.folder = folder;
        this.home = folder.resolve("home");
        this.database = RiskDatabase.create(folderFor("risk"));
        this.host = SshServer.start(folderFor("ssh"));
        this.port = Ports.kept();
        this.callbackPort = Ports.kept();
        folderFor("programs");
        Path files = Files.createDirectories(folder.resolve("files/curves"));
        Files.copy(ShippedCommand.root().resolve("deploy/demo/curves/usd.csv"), files.resolve("usd.csv"));
    }

    /** Makes and starts a new installation. */
    static Installation start() {
        try {
            Path folder = Files.createTempDirectory(
                    Path.of("/var/tmp"),
                    "slipway-journey",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
            // The umask must not narrow the rights, because the identities of database and runs pass this folder.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            Installation installation = new Installation(folder);
            installation.begin();
            return installation;
        } catch (SQLException e) {
            throw new AssertionError("cannot make the risk database", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the service. A failed start also stops the servers around the service. */
    private void begin() throws IOException {
        try {
            configure(host.knownHosts());
            configureMails();
            startService();
        } catch (IOException | RuntimeException | Error e) {
            if (service != null) {
                service.destroy();
                waitForService();
            }
            closeServers();
            throw e;
        }
    }

    private void closeServers() {
        try (database;
                mails) {
            host.close();
        }
    }

    private void configure(Path knownHosts) throws IOException {
        Files.createDirectories(home);
        Files.writeString(home.resolve("slipway.yaml"), """
                slipway:
                  port: %d
                  # One run of two ranks at a time, so that jobs wait for their turn; \
                in the other partition none has to.
                  partitions: { local: { slots: 2 }, wide: { slots: 8, users-programs: true } }
                  application-folders: [ "%s", "%s" ]
                  callbacks: { hosts: [ "127.0.0.1:%d" ] }
                  sources:
                    risk: { url: "%s", user: risk_reader, password-file: "%s" }
                    risk-results: { url: "%s", user: risk_writer, password-file: "%s" }
                    gone: { url: "jdbc:postgresql://127.0.0.1:1/risk", user: risk_reader, password-file: "%s" }
                  hosts:
                    market-data:
                      address: 127.0.0.1
                      port: %d
                      user: %s
                      identity-file: "%s"
                      known-hosts-file: "%s"
                      folder: "%s"
                    impostor:
                      address: 127.0.0.1
                      port: %d
                      user: %s
                      identity-file: "%s"
                      known-hosts-file: "%s"
                      folder: "%s"
                """.formatted(
                        port,
                        home.resolve("kernels/bin"),
                        folder.resolve("programs"),
                        callbackPort,
                        database.jdbcUrl(),
                        database.passwordFile(RiskDatabase.READER),
                        database.jdbcUrl(),
                        database.passwordFile(RiskDatabase.WRITER),
                        database.passwordFile(RiskDatabase.READER),
                        host.port(),
                        host.user(),
                        host.clientKey(),
                        knownHosts,
                        folder.resolve("files"),
                        host.port(),
                        host.user(),
                        host.clientKey(),
                        anotherHostsKey(),
                        folder.resolve("files")));
    }

    private void configureMails() throws IOException {
        Files.writeString(
                home.resolve("slipway.yaml"),
                "  mail: { host: 127.0.0.1, port: %d, security: none, from: slipway@example.org, pages: \"%s\" }%n"
                        .formatted(mails.port(), url("")),
                StandardOpenOption.APPEND);
    }

    /** Makes a known_hosts file with a wrong key for the ssh host. */
    private Path anotherHostsKey() throws IOException {
        Path key = folder.resolve("another");
        ShippedCommand.run(
                        Map.of(), List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString()), START)
                .answer();
        String[] words = Files.readString(folder.resolve("another.pub")).split(" ");
        return Files.writeString(
                folder.resolve("wrong_known_hosts"),
                "[127.0.0.1]:%d %s %s%n".formatted(host.port(), words[0], words[1]));
    }

    /** Starts the service and waits for the first answer. */
    void startService() {
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            ShippedCommand.root().resolve("slipway").toString(), "serve")
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("service.log").toFile()));
            builder.environment().put("SLIPWAY_HOME", home.toString());
            builder.environment().put("SLIPWAY_BUILT", "yes");
            // The second compiler costs a start more than a service that lives for a minute gains.
            builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
            service = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await("the service answers", START, () -> {
            if (!service.isAlive()) {
                throw new AssertionError("the service ended at its start:\n" + log());
            }
            return answers() && Files.isReadable(home.resolve("profile"));
        });
    }

    /** Sends SIGKILL, as a crash would. */
    void killService() {
        service.destroyForcibly();
        waitForService();
    }

    /** Sends SIGTERM, as an operator would. */
    void stopService() {
        service.destroy();
        waitForService();
    }

    boolean isServing() {
        return service.isAlive() && answers();
    }

    private void waitForService() {
        try {
            if (!service.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the service does not end:\n" + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs the toolkit as the first user. */
    ShippedCommand slipway(String... arguments) {
        return ShippedCommand.slipway(
                Map.of("SLIPWAY_PROFILE", home.resolve("profile").toString()), List.of(arguments));
    }

    /** Submits a document's text, and returns the token. */
    String submit(String document) {
        return slipway("submit", write("job.xml", document).toString()).answer();
    }

    /** Waits for the job's end by {@code watch}, and returns the job's status as JSON. */
    String watched(String token) {
        slipway("watch", token);
        return slipway("status", token, "--json").answer();
    }

    /** Writes a file with this text beside the installation. */
    Path write(String name, String text) {
        try {
            return Files.writeString(Files.createTempFile(folder, "", name), text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the ssh host from which jobs fetch files. */
    Path hostFolder() {
        return folder.resolve("files");
    }

    /** Offers a shell script to jobs, as an operator would. */
    void offer(String name, String script) {
        try {
            Path program = Files.writeString(folder.resolve("programs").resolve(name), "#!/bin/sh\n" + script);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    MailServer mails() {
        return mails;
    }

    RiskDatabase database() {
        return database;
    }

    /** Returns the password of the first user, the operator. */
    String password() {
        try {
            return Files.readString(home().resolve("operator.password")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path home() {
        return home;
    }

    /** Returns the place that the service may call back. */
    String callbackPlace() {
        return "127.0.0.1:" + callbackPort;
    }

    String url(String path) {
        return "https://127.0.0.1:" + port + path;
    }

    String log() {
        try {
            return Files.readString(folder.resolve("service.log"));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    /** Waits for words in the service's log, which reports each event of a job at once. */
    void awaitLog(String words) {
        await("the log says: " + words, START, Duration.ofMillis(2), () -> log().contains(words));
    }

    /** Waits for a state, and looks ten times a second. */
    static void await(String what, Duration limit, BooleanSupplier state) {
        await(what, limit, Duration.ofMillis(100), state);
    }

    private static void await(String what, Duration limit, Duration pause, BooleanSupplier state) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + limit + ": " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting: " + what, e);
            }
        }
    }

    private Path folderFor(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx--x--x"));
        return made;
    }

    @Override
    public void close() {
        if (!service.isAlive()) {
            // Only a service stops its store, which outlives a kill.
            startService();
        }
        stopService();
        closeServers();
        TestFolders.remove(folder);
    }
}
