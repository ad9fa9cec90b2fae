package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(Lifecycle.PER_CLASS)
class SshIT {
    private static final Path ROOT = Path.of("/");

    @TempDir
    private static Path serverFolder;

    private SshServer server;

    @TempDir
    private Path folder;

    private Path remote;
    private GatewayTestBed bed;

    /** Starts a host of the kind that this test uses. */
    SshServer start(Path home) {
        return SshServer.start(home);
    }

    /** Returns the host's words for a missing file. */
    String missing(Path file) {
        return "host market-data has no file " + file;
    }

    @BeforeAll
    void start_the_server() {
        server = start(serverFolder);
    }

    @AfterAll
    void stop_the_server() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        remote = Files.createDirectory(folder.resolve("remote"));
        bed = bed(MarketData.at(server, ROOT));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private GatewayTestBed bed(SshHost host) throws IOException {
        return GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    private SshHost host(int port, Path key, Path knownHosts) {
        return new SshHost(
                "market-data",
                "127.0.0.1",
                port,
                server.user(),
                new SshHost.Login.Key(key, Optional.empty()),
                knownHosts,
                false,
                "/");
    }

    private SshFetch fetch(Path from, String file, Compression compression) {
        return new SshFetch(
                new StepHead.In("curve", 1, new RunPath(file), CreationFlag.OVERWRITE, compression),
                "market-data",
                from.toString());
    }

    private SshDeliver deliver(String file, Path to) {
        return new SshDeliver(new StepHead.Out("deliver", 1, new RunPath(file), false), "market-data", to.toString());
    }

    private static byte[] data(int bytes) {
        byte[] data = new byte[bytes];
        new Random(3).nextBytes(data);
        return data;
    }

    @Test
    void times_and_permissions_go_along_where_they_are_to() throws Exception {
        FileTime time = FileTime.fromMillis(1_000_000_000_000L);
        Path from = Files.writeString(remote.resolve("from"), "1\n");
        Files.setPosixFilePermissions(from, PosixFilePermissions.fromString("rw-r-x--x"));
        Files.setLastModifiedTime(from, time);
        Path to = remote.resolve("to");
        Path usual = remote.resolve("usual");

        bed.move(fetch(from, "data", true));
        bed.move(deliver("data", to, true));
        bed.move(deliver("data", usual, false));

        for (Path kept : List.of(bed.runFolder.resolve("data"), to)) {
            assertThat(Files.getLastModifiedTime(kept)).isEqualTo(time);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                    .isEqualTo("rw-r-x--x");
        }
        assertThat(Files.getLastModifiedTime(usual)).isNotEqualTo(time);
    }

    private static SshFetch fetch(Path from, String file, boolean preserve) {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath(file)),
                "market-data",
                from.toString(),
                Optional.empty(),
                Optional.empty(),
                preserve);
    }

    private static SshDeliver deliver(String file, Path to, boolean preserve) {
        return new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath(file), false),
                "market-data",
                to.toString(),
                Optional.empty(),
                Optional.empty(),
                preserve);
    }

    @Test
    void fetches_a_file_byte_by_byte() throws Exception {
        byte[] data = data(3_000_000);
        Path from = Files.write(remote.resolve("usd [a]*?.bin"), data);

        StepReport report = bed.move(fetch(from, "in/usd.bin", Compression.NONE));

        assertThat(bed.runFolder.resolve("in/usd.bin")).hasBinaryContent(data);
        assertThat(report.bytes()).isEqualTo(data.length);
        assertThat(report.files()).hasSize(1);
    }

    @Test
    void packs_into_blocks_what_it_fetches() throws Exception {
        String csv = "tenor_years,zero_rate\n" + "0.5,0.031\n".repeat(5000);
        Path from = Files.writeString(remote.resolve("usd.csv"), csv);

        StepReport report = bed.move(fetch(from, "usd.csv.gz", Compression.BGZF));

        try (var in = new BufferedInputStream(Files.newInputStream(bed.runFolder.resolve("usd.csv.gz")))) {
            assertThat(ContentForm.of(in)).isEqualTo(ContentForm.BGZF);
            assertThat(ContentForm.decoded(in).readAllBytes()).isEqualTo(csv.getBytes());
        }
        assertThat(report.files()).hasSize(2);
        assertThat(report.bytes()).isEqualTo(csv.length());
    }

    @Test
    void delivers_a_file_and_replaces_an_old_one() throws Exception {
        byte[] data = data(2_000_000);
        Files.write(bed.runFolder.resolve("out.bin"), data);
        Path to = Files.writeString(remote.resolve("out.bin"), "old");

        StepReport report = bed.move(deliver("out.bin", to));

        assertThat(to).hasBinaryContent(data);
        assertThat(report.bytes()).isEqualTo(data.length);
        assertThat(report.files().get(0).bytes()).isEqualTo(data.length);
        try (var names = Files.list(remote)) {
            assertThat(names).hasSize(1);
        }
    }

    @Test
    void a_remote_file_that_is_missing_or_not_regular_is_named() throws Exception {
        Path none = remote.resolve("none.csv");

        Problem missing = bed.problemOf(fetch(none, "a.csv", Compression.NONE));
        assertThat(missing.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(missing.message()).isEqualTo(missing(none));
        assertThat(bed.problemOf(fetch(remote, "a.csv", Compression.NONE)).code())
                .isEqualTo(ProblemCode.REMOTE_FILE);
        bed.write("a.csv", "a\n");
        assertThat(bed.problemOf(deliver("a.csv", none.resolve("x"))).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(bed.problemOf(deliver("none.csv", none)).code()).isEqualTo(ProblemCode.FILE_MISSING);
        assertThat(bed.names()).containsExactly("a.csv");
    }

    @Test
    void a_delivery_that_finds_no_place_says_what_is_there_and_what_is_not() throws Exception {
        bed.write("a.csv", "a\n");
        Path there = Files.createDirectory(remote.resolve("there"));

        assertThat(bed.problemOf(deliver("a.csv", remote.resolve("new/deep/o.csv")))
                        .message())
                .isEqualTo("host market-data has no folder " + remote.resolve("new/deep"));
        assertThat(bed.problemOf(deliver("a.csv", there)).message())
                .isEqualTo(there + " on host market-data is a folder");
        assertThat(remote.toFile().list()).containsExactly("there");
        assertThat(there).isEmptyDirectory();
    }

    @Test
    void a_changed_or_unknown_host_key_is_refused() throws Exception {
        String name = "[127.0.0.1]:" + server.port();
        SshServer.newKey(folder.resolve("other"));
        server.admit(folder.resolve("same-type"), "ed25519", "");
        Path hashed = known("hashed", name, "same-type");
        assertThat(new ProcessBuilder("ssh-keygen", "-q", "-H", "-f", hashed.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        String changed = "host market-data shows a key that is not the one in known_hosts";
        String unknown = "host market-data is not in known_hosts, so its key cannot be believed";

        refuses(known("changed", name, "same-type"), changed);
        refuses(known("other-type", name, "other"), changed);
        refuses(hashed, changed);
        refuses(known("others", "elsewhere", "same-type"), unknown);
        refuses(Files.writeString(folder.resolve("empty"), ""), unknown);
        refuses(folder.resolve("absent"), unknown);
    }

    private Path known(String file, String name, String key) throws IOException {
        return Files.writeString(folder.resolve(file), name + " " + Files.readString(folder.resolve(key + ".pub")));
    }

    private void refuses(Path knownHosts, String message) throws Exception {
        try (GatewayTestBed strict = bed(host(server.port(), server.clientKey(), knownHosts))) {
            Problem problem = strict.problemOf(fetch(remote.resolve("x"), "x", Compression.NONE));
            assertThat(problem.code()).isEqualTo(ProblemCode.HOST_KEY);
            assertThat(problem.message()).as(knownHosts.toString()).isEqualTo(message);
        }
    }

    @Test
    void a_key_that_the_host_does_not_know_is_a_refused_login() throws Exception {
        Path key = SshServer.newKey(folder.resolve("stranger"));

        for (Path identity : List.of(key, folder.resolve("absent"))) {
            try (GatewayTestBed stranger = bed(host(server.port(), identity, server.knownHosts()))) {
                assertThat(stranger.problemOf(fetch(remote.resolve("x"), "x", Compression.NONE))
                                .code())
                        .isEqualTo(ProblemCode.HOST_LOGIN);
            }
        }
    }

    @Test
    void a_host_that_is_away_is_an_outage_and_an_unknown_one_is_not() throws Exception {
        try (GatewayTestBed away = bed(host(1, server.clientKey(), server.knownHosts()))) {
            Problem problem = away.problemOf(fetch(remote.resolve("x"), "x", Compression.NONE));
            assertThat(problem.code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
            assertThat(problem.code().kind()).isEqualTo(ProblemKind.OUTAGE);
        }
        Problem unknown =
                bed.problemOf(new SshDeliver(new StepHead.Out("d", 1, new RunPath("x"), false), "elsewhere", "/x"));
        assertThat(unknown.code()).isEqualTo(ProblemCode.FILE_MISSING);
        bed.write("x", "x");
        unknown = bed.problemOf(new SshDeliver(new StepHead.Out("d", 1, new RunPath("x"), false), "elsewhere", "/x"));
        assertThat(unknown.code()).isEqualTo(ProblemCode.SOURCE_UNKNOWN);
        assertThat(unknown.message()).isEqualTo("no host is named elsewhere");
        assertThat(unknown.detail()).isEmpty();
    }

    @Test
    void a_cancel_ends_a_fetch_that_stands_still_and_leaves_no_file() throws Exception {
        Path from = Files.write(remote.resolve("big"), data(2_000_000));
        try (SlowLine line = new SlowLine(server.port(), 500_000, false);
                GatewayTestBed slow = bed(MarketData.through(line, server, folder, ROOT))) {
            AtomicReference<Throwable> end = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    slow.move(fetch(from, "big", Compression.NONE));
                } catch (InterruptedException | ProblemException e) {
                    end.set(e);
                }
            });
            caller.start();
            line.awaitStall();
            caller.interrupt();

            Await.end(caller);
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
            assertThat(slow.names()).isEmpty();
        }
    }

    @Test
    void settling_takes_away_what_a_cancelled_delivery_left_there() throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(bed.runFolder.resolve("out.bin").toFile(), "rw")) {
            file.setLength(64L << 20);
        }
        SshDeliver step = deliver("out.bin", remote.resolve("out.bin"));
        Thread caller = Thread.currentThread();
        // Interrupts once only. The step reports bytes until the interrupt takes effect, and a later interrupt would
        // hit the code below.
        AtomicBoolean interrupted = new AtomicBoolean();

        assertThatThrownBy(() -> bed.move(step, bytes -> {
                    if (interrupted.compareAndSet(false, true)) {
                        caller.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        // The step has removed the file if the interrupt came before the line was cut.
        assertThat(remote.toFile().list()).allMatch(name -> name.startsWith(".slipway-" + GatewayTestBed.TOKEN));
        assertThat(bed.settle(step, new MemoryLedger())).isEmpty();

        assertThat(remote).isEmptyDirectory();
        assertThat(bed.settle(step, new MemoryLedger())).isEmpty();
    }

    @Test
    void a_delivery_says_once_what_it_may_leave_there() throws Exception {
        bed.write("out.bin", "some bytes");
        MemoryLedger ledger = new MemoryLedger();

        bed.move(deliver("out.bin", remote.resolve("out.bin")), ledger);
        bed.move(deliver("out.bin", remote.resolve("out.bin")), ledger);

        assertThat(ledger.keys())
                .singleElement()
                .asString()
                .startsWith("file " + remote.resolve(".slipway-" + GatewayTestBed.TOKEN))
                .endsWith("on host market-data");
    }

    @Test
    void settling_finds_out_that_a_file_was_delivered() throws Exception {
        byte[] data = data(200_000);
        Files.write(bed.runFolder.resolve("out.bin"), data);
        Path to = remote.resolve("out.bin");
        StepReport report = bed.move(deliver("out.bin", to));

        assertThat(bed.settle(deliver("out.bin", to), new MemoryLedger())).contains(report);

        data[100_000]++;
        Files.write(to, data);
        assertThat(bed.settle(deliver("out.bin", to), new MemoryLedger())).isEmpty();
        assertThat(to).hasBinaryContent(data);
    }

    @Test
    void a_silent_host_is_given_up() throws Exception {
        try (SlowLine line = new SlowLine(server.port(), 0, false)) {
            SshHost silent = MarketData.through(line, server, folder, ROOT);
            GatewayLimits hasty = new GatewayLimits(
                    dev.slipway.gateway.sql.SqlLimits.STANDARD,
                    new SshLimits(java.time.Duration.ofMillis(300), java.time.Duration.ofMillis(300)),
                    dev.slipway.gateway.files.FileSettings.STANDARD);
            try (GatewayTestBed waiting = GatewayTestBed.on(List.of(), List.of(silent), folder, hasty)) {
                assertThatThrownBy(() -> waiting.move(fetch(remote.resolve("x"), "x", Compression.NONE)))
                        .isInstanceOfSatisfying(
                                ProblemException.class,
                                e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.HOST_UNREACHABLE));
            }
        }
    }
}
