package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests each way in which a host can make a step fail, at a real sshd. */
@Timeout(300)
class SshFailuresIT {
    private static final long MANY = 64L << 20;
    /** Short time limits, for tests in which a host falls silent. */
    private static final GatewayLimits HASTY = limits(Duration.ofSeconds(8), Duration.ofSeconds(2));

    private static final GatewayLimits PATIENT = limits(Await.PATIENCE, Duration.ofSeconds(2));
    private static final Place HOST = new Place.Host("market-data");

    @TempDir
    private Path folder;

    private SshServer server;

    @BeforeEach
    void start() {
        server = SshServer.start(folder.resolve("server"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static GatewayLimits limits(Duration connect, Duration idle) {
        return new GatewayLimits(SqlLimits.STANDARD, new SshLimits(connect, idle), FileSettings.STANDARD);
    }

    private SshHost host() {
        return MarketData.at(server, Path.of("/"));
    }

    private SshHost at(String address, int port, Path key, Path knownHosts) {
        return new SshHost(
                "market-data",
                address,
                port,
                server.user(),
                new SshHost.Login.Key(key, Optional.empty()),
                knownHosts,
                false,
                "/");
    }

    private SshHost nobody() {
        return new SshHost(
                "market-data",
                "127.0.0.1",
                server.port(),
                "slipway-nobody",
                new SshHost.Login.Key(server.clientKey(), Optional.empty()),
                server.knownHosts(),
                false,
                "/");
    }

    private static StagingStep fetch(Path from) {
        return new SshFetch(new StepHead.In("curve", 1, new RunPath("in.bin")), "market-data", from.toString());
    }

    private static StagingStep deliver(Path to) {
        return new SshDeliver(new StepHead.Out("log", 1, new RunPath("out.bin"), false), "market-data", to.toString());
    }

    private GatewayTestBed bed(SshHost host) throws IOException {
        return bed(host, PATIENT);
    }

    private GatewayTestBed bed(SshHost host, GatewayLimits limits) throws IOException {
        GatewayTestBed bed = GatewayTestBed.on(List.of(), List.of(host), folder, limits);
        bed.write("out.bin", "some bytes");
        return bed;
    }

    private Problem problem(SshHost host, StagingStep step) throws Exception {
        return problem(host, PATIENT, step);
    }

    private Problem problem(SshHost host, GatewayLimits limits, StagingStep step) throws Exception {
        try (GatewayTestBed bed = bed(host, limits)) {
            Problem problem = bed.problemOf(step);
            assertThat(bed.names()).containsExactly("out.bin");
            return problem;
        }
    }

    /** The difference to a healthy host. */
    @FunctionalInterface
    private interface Fault {
        SshHost of(SshFailuresIT test) throws Exception;
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(
                        "a key that the host does not know",
                        ProblemCode.HOST_LOGIN,
                        test -> test.at(
                                "127.0.0.1",
                                test.server.port(),
                                SshServer.newKey(test.folder.resolve("stranger")),
                                test.server.knownHosts())),
                refusal(
                        "no key file",
                        ProblemCode.HOST_LOGIN,
                        test -> test.at(
                                "127.0.0.1", test.server.port(), test.folder.resolve("no"), test.server.knownHosts())),
                refusal(
                        "a key file that holds no key",
                        ProblemCode.HOST_LOGIN,
                        test -> test.at(
                                "127.0.0.1",
                                test.server.port(),
                                Files.writeString(test.folder.resolve("text"), "no key\n"),
                                test.server.knownHosts())),
                refusal("no such user", ProblemCode.HOST_LOGIN, test -> test.nobody()),
                refusal(
                        "an unknown host key",
                        ProblemCode.HOST_KEY,
                        test -> test.at(
                                "127.0.0.1",
                                test.server.port(),
                                test.server.clientKey(),
                                Files.writeString(test.folder.resolve("empty"), ""))),
                refusal("a changed host key", ProblemCode.HOST_KEY, SshFailuresIT::withAnotherHostKey),
                refusal("a login that may not use SFTP", ProblemCode.HOST_LOGIN, SshFailuresIT::withoutSftp),
                refusal(
                        "a name that no name server knows",
                        ProblemCode.HOST_UNREACHABLE,
                        test -> test.at("no-such-host.invalid", 22, test.server.clientKey(), test.server.knownHosts())),
                refusal(
                        "a closed port",
                        ProblemCode.HOST_UNREACHABLE,
                        test -> test.at("127.0.0.1", 1, test.server.clientKey(), test.server.knownHosts())));
    }

    private static Arguments refusal(String name, ProblemCode code, Fault fault) {
        return Arguments.of(name, code, fault);
    }

    private SshHost withAnotherHostKey() throws Exception {
        String[] other = Files.readString(Path.of(SshServer.newKey(folder.resolve("other")) + ".pub"))
                .split(" ");
        String line = "[127.0.0.1]:" + server.port() + " " + other[0] + " " + other[1] + "\n";
        Path known = Files.writeString(folder.resolve("changed"), line);
        return at("127.0.0.1", server.port(), server.clientKey(), known);
    }

    private SshHost withoutSftp() throws Exception {
        Path key = SshServer.newKey(folder.resolve("bare"));
        Files.writeString(
                folder.resolve("server/authorized_keys"),
                "command=\"/bin/false\" " + Files.readString(Path.of(key + ".pub")),
                StandardOpenOption.APPEND);
        return at("127.0.0.1", server.port(), key, server.knownHosts());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("refusals")
    void a_connection_that_fails_has_its_code(String name, ProblemCode code, Fault fault) throws Exception {
        SshHost host = fault.of(this);
        try (GatewayTestBed bed = bed(host)) {
            assertThat(bed.problemOf(fetch(folder)).code()).isEqualTo(code);
            assertThat(bed.gateway.probe(HOST))
                    .hasValueSatisfying(probed -> assertThat(probed.code()).isEqualTo(code));
        }
    }

    @Test
    void a_remote_file_that_cannot_be_had_is_permanent() throws Exception {
        Path nowhere = folder.resolve("none/x");
        Path denied = Path.of("/proc/slipway-may-not-write-here");

        assertThat(problem(host(), fetch(nowhere)).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem(host(), fetch(folder)).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem(host(), deliver(nowhere)).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem(host(), deliver(denied)).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem(host(), deliver(folder)).code())
                .as("a folder stands where the file should go, and there is space")
                .isEqualTo(ProblemCode.REMOTE_FILE);
    }

    @Test
    void a_host_that_is_paused_is_away_until_it_goes_on() throws Exception {
        try (GatewayTestBed bed = bed(host(), HASTY)) {
            assertThat(bed.gateway.probe(HOST)).isEmpty();
            server.pause();
            Problem problem = bed.problemOf(fetch(folder));
            server.resume();

            assertThat(problem.code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
            assertThat(bed.gateway.probe(HOST)).isEmpty();
        }
    }

    @Test
    void a_host_that_is_stopped_is_away() throws Exception {
        SshHost host = host();
        server.close();

        assertThat(problem(host, fetch(folder)).code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
    }

    @Test
    void a_line_that_breaks_at_any_moment_of_the_login_is_an_outage_and_no_refusal() throws Exception {
        // At some moments the break shows only by the silence that follows, for as long as a connection may take.
        GatewayLimits hasty = limits(Duration.ofSeconds(2), Duration.ofSeconds(2));
        int outages = 0;
        for (int passes = 0; passes <= 4800; passes += 160) {
            try (SlowLine line = new SlowLine(server.port(), passes, true)) {
                SshHost host = MarketData.through(line, server, folder, Path.of("/"));
                assertThat(problem(host, hasty, fetch(folder)).code())
                        .as("broken after " + passes + " bytes")
                        .isIn(ProblemCode.HOST_UNREACHABLE, passes > 3000 ? ProblemCode.REMOTE_FILE : null);
                outages++;
            }
        }
        assertThat(outages).isEqualTo(31);
    }

    @Test
    void a_host_that_goes_away_in_a_transfer_is_an_outage_and_no_file_has_its_name() throws Exception {
        Transfer fetch = begun(true, PATIENT);
        server.close();

        assertThat(fetch.problem().code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
        assertThat(folder.resolve("run/in.bin")).doesNotExist();
        server = SshServer.start(folder.resolve("server"));
        Transfer delivery = begun(false, PATIENT);
        server.close();
        assertThat(delivery.problem().code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
        assertThat(folder.resolve("to")).doesNotExist();
    }

    @Test
    void a_session_that_dies_in_a_transfer_has_another_one_go_on() throws Exception {
        for (boolean fetching : new boolean[] {true, false}) {
            Transfer transfer = begun(fetching, PATIENT);
            server.killSessions();
            assertThat(transfer.bytes()).isEqualTo(MANY);
        }
    }

    @Test
    void a_session_that_falls_silent_in_a_transfer_has_another_one_go_on() throws Exception {
        for (boolean fetching : new boolean[] {true, false}) {
            Transfer transfer = begun(fetching, HASTY);
            server.pauseSessions();
            assertThat(transfer.bytes()).isEqualTo(MANY);
        }
    }

    /** A step that moves now. */
    private record Transfer(GatewayTestBed bed, CompletableFuture<StepReport> end) {
        long bytes() throws Exception {
            try (bed) {
                return Await.end(end).bytes();
            }
        }

        Problem problem() throws Exception {
            try (bed) {
                StepReport report = Await.end(end);
                throw new AssertionError("the transfer was not broken, but " + report);
            } catch (ExecutionException e) {
                return ((ProblemException) e.getCause()).problem();
            }
        }
    }

    /** Begins to move a huge sparse file. Some of the file has arrived when this method returns. */
    private Transfer begun(boolean fetching, GatewayLimits limits) throws Exception {
        Path big = folder.resolve(fetching ? "big" : "run/big");
        Files.createDirectories(big.getParent());
        try (var file = Files.newByteChannel(big, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.position(MANY - 1);
            file.write(ByteBuffer.wrap(new byte[1]));
        }
        StagingStep step = fetching
                ? fetch(big)
                : new SshDeliver(
                        new StepHead.Out("log", 1, new RunPath("big"), false),
                        "market-data",
                        folder.resolve("to").toString());
        CompletableFuture<Long> moving = new CompletableFuture<>();
        GatewayTestBed bed = bed(host(), limits);
        CompletableFuture<StepReport> end = CompletableFuture.supplyAsync(() -> {
            try {
                return bed.move(step, bytes -> {
                    if (bytes > 1 << 20) {
                        moving.complete(bytes);
                    }
                });
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Await.end(moving);
        return new Transfer(bed, end);
    }
}
