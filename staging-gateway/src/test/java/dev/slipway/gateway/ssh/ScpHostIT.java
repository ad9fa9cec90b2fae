package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.SlowLine.Direction;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FilePattern;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a real sshd without SFTP: cut lines, names with characters special to shells, and requests that such a host
 * cannot fulfil.
 */
@Timeout(300)
class ScpHostIT {
    private static final GatewayLimits PATIENT = new GatewayLimits(
            SqlLimits.STANDARD, new SshLimits(Duration.ofMinutes(1), Duration.ofSeconds(20)), FileSettings.STANDARD);

    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    private Path remote;

    @BeforeAll
    static void start_the_server() {
        server = SshServer.startWithoutSftp(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    @BeforeEach
    void make_its_folder() throws IOException {
        remote = Files.createDirectories(folder.resolve("remote"));
    }

    private GatewayTestBed bed() throws IOException {
        return bed(MarketData.at(server, remote));
    }

    private GatewayTestBed bed(SshHost host) throws IOException {
        return GatewayTestBed.on(List.of(), List.of(host), folder, PATIENT);
    }

    private static SshFetch fetch(String from, Optional<FilePattern> match, boolean preserve) {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath("in")), "market-data", from, Optional.empty(), match, preserve);
    }

    private static SshFetch fetch(String from) {
        return fetch(from, Optional.empty(), false);
    }

    private static SshDeliver deliver(String to, Optional<FilePattern> match, boolean preserve) {
        return new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath("out"), false),
                "market-data",
                to,
                Optional.empty(),
                match,
                preserve);
    }

    private static SshDeliver deliver(String to) {
        return deliver(to, Optional.empty(), false);
    }

    private static byte[] data(int bytes, long seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    @Test
    void the_host_of_these_tests_has_no_sftp() throws Exception {
        Process sftp = new ProcessBuilder(
                        "sftp",
                        "-b",
                        "/dev/null",
                        "-P",
                        String.valueOf(server.port()),
                        "-i",
                        server.clientKey().toString(),
                        "-o",
                        "UserKnownHostsFile=" + server.knownHosts(),
                        server.user() + "@127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sftp.out").toFile())
                .start();
        assertThat(Await.exit(sftp)).isNotZero();
        assertThat(Files.readString(folder.resolve("sftp.out"))).contains("subsystem request failed");
    }

    @Test
    void a_file_is_whole_after_its_line_was_cut_both_ways() throws Exception {
        byte[] data = data(3_000_000, 1);
        Files.write(remote.resolve("big"), data);
        for (Direction direction : Direction.values()) {
            Random random = new Random(1);
            int[] cuts = {2};
            LongSupplier passes = () -> cuts[0]-- > 0 ? random.nextInt(2_800_000) : Long.MAX_VALUE;
            try (SlowLine line = new SlowLine(server.port(), direction, passes);
                    GatewayTestBed bed = bed(MarketData.through(line, server, folder, remote))) {
                Files.write(bed.runFolder.resolve("out"), data);
                StagingStep step = direction == Direction.FROM_SERVER ? fetch("/big") : deliver("/back");
                boolean outage = true;
                while (outage) {
                    outage = isOutage(bed, step);
                }
            }
        }
        assertThat(folder.resolve("run/in")).hasBinaryContent(data);
        assertThat(remote.resolve("back")).hasBinaryContent(data);
        assertThat(remote.toFile().list()).containsExactlyInAnyOrder("big", "back");
        assertThat(folder.resolve("run").toFile().list()).containsExactlyInAnyOrder("in", "out");
    }

    /** Returns whether the try ended in an outage, as after a cut in the login or several cuts in one place. */
    private static boolean isOutage(GatewayTestBed bed, StagingStep step) throws Exception {
        try {
            bed.move(step);
            return false;
        } catch (ProblemException e) {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it's \\ a $(touch x) `touch x` !x ~ %b \\0101 *?[a]{b,c}",
                "-rf",
                "--",
                "\\'; touch x; '\\",
                "\u00fc\u4e2d\ud83d\ude00 \u00e9"
            })
    void a_name_is_nothing_but_a_name(String name) throws Exception {
        try (GatewayTestBed bed = bed()) {
            Files.writeString(remote.resolve(name), "1\n");
            bed.write("out", "2\n");

            bed.move(fetch("/" + name));
            assertThat(bed.text("in")).isEqualTo("1\n");
            bed.move(deliver("/" + name, Optional.empty(), true));
            assertThat(remote.resolve(name)).hasContent("2\n");
            assertThat(bed.settle(deliver("/" + name), new MemoryLedger())).isPresent();
            assertThat(remote.toFile().list()).containsExactly(name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u007fb"})
    void a_name_that_the_protocol_cannot_hold_needs_sftp(String name) throws Exception {
        try (GatewayTestBed bed = bed()) {
            bed.write("out", "2\n");
            assertThat(bed.problemOf(fetch("/" + name)).code()).isEqualTo(ProblemCode.HOST_NO_SFTP);
            assertThat(bed.problemOf(deliver("/" + name)).code()).isEqualTo(ProblemCode.HOST_NO_SFTP);
        }
        assertThat(remote).isEmptyDirectory();
    }

    @Test
    void what_is_no_file_is_refused_and_a_folder_takes_nothing_in() throws Exception {
        Files.createDirectory(remote.resolve("folder"));
        assertThat(new ProcessBuilder("mkfifo", remote.resolve("fifo").toString())
                        .start()
                        .waitFor())
                .isZero();
        try (GatewayTestBed bed = bed()) {
            bed.write("out", "2\n");
            for (String name : List.of("/folder", "/fifo")) {
                assertThat(bed.problemOf(fetch(name)).code()).as(name).isEqualTo(ProblemCode.REMOTE_FILE);
            }
            assertThat(bed.problemOf(deliver("/folder")).code()).isEqualTo(ProblemCode.REMOTE_FILE);
            assertThat(bed.problemOf(deliver("/none/x")).code()).isEqualTo(ProblemCode.REMOTE_FILE);
            assertThat(bed.problemOf(fetch("/../x")).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        }
        assertThat(remote.resolve("folder")).isEmptyDirectory();
        assertThat(remote.toFile().list()).containsExactlyInAnyOrder("folder", "fifo");
    }

    @Test
    void folders_need_sftp_and_are_told_so_before_anything_is_done() throws Exception {
        Files.createDirectory(remote.resolve("folder"));
        try (GatewayTestBed bed = bed()) {
            Files.createDirectory(bed.runFolder.resolve("out"));
            Files.writeString(bed.runFolder.resolve("out/x"), "x");
            MemoryLedger ledger = new MemoryLedger();
            Optional<FilePattern> all = Optional.of(FilePattern.ALL);

            Problem problem = bed.problemOf(fetch("/folder", all, false));
            assertThat(problem.code()).isEqualTo(ProblemCode.HOST_NO_SFTP);
            assertThat(problem.message()).isEqualTo("host market-data has no SFTP, which folders and patterns need");
            assertThat(problem.remedy().shell()).contains("Subsystem sftp");
            assertThat(bed.problemOf(deliver("/folder", all, false)).code()).isEqualTo(ProblemCode.HOST_NO_SFTP);
            assertThat(ledger.keys()).isEmpty();
        }
        assertThat(remote.resolve("folder")).isEmptyDirectory();
    }

    @Test
    void a_plan_tells_of_single_files_what_there_is() throws Exception {
        Files.writeString(remote.resolve("curve"), "a,b\n");
        Files.createDirectory(remote.resolve("folder"));
        Map<StagingStep, StepLook> looks = new HashMap<>();
        List<StagingStep> steps = List.of(
                fetch("/curve"),
                fetch("/gone"),
                fetch("/folder", Optional.of(FilePattern.ALL), false),
                deliver("/back"),
                deliver("/none/back"),
                deliver("/folder"),
                deliver("/folder", Optional.of(FilePattern.ALL), false));
        try (GatewayTestBed bed = bed()) {
            bed.gateway.look(new Place.Host("market-data"), steps, GatewayTestBed.OWNER, looks::put);
        }
        assertThat(looks.get(steps.get(0)).size().orElseThrow().bytes()).isEqualTo(4);
        assertThat(codes(looks.get(steps.get(1)))).containsExactly(ProblemCode.REMOTE_FILE);
        assertThat(codes(looks.get(steps.get(2)))).containsExactly(ProblemCode.HOST_NO_SFTP);
        assertThat(codes(looks.get(steps.get(3)))).isEmpty();
        assertThat(looks.get(steps.get(3)).room().orElseThrow()).isPositive();
        assertThat(codes(looks.get(steps.get(4)))).containsExactly(ProblemCode.REMOTE_FILE);
        assertThat(codes(looks.get(steps.get(5)))).containsExactly(ProblemCode.REMOTE_FILE);
        assertThat(codes(looks.get(steps.get(6)))).containsExactly(ProblemCode.HOST_NO_SFTP);
        assertThat(remote.toFile().list()).containsExactlyInAnyOrder("curve", "folder");
    }

    private static List<ProblemCode> codes(StepLook look) {
        return look.problems().stream().map(Problem::code).toList();
    }

    /** Ways in which a host has neither. */
    enum Bare {
        NO_COMMANDS("ForceCommand /bin/false"),
        NO_SCP("SetEnv PATH=/nonexistent");

        private final String setting;

        Bare(String setting) {
            this.setting = setting;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_host_with_neither_is_told_as_such(Bare bare) throws Exception {
        try (SshServer neither = SshServer.startWithoutSftp(folder.resolve("neither"), bare.setting);
                GatewayTestBed bed = bed(MarketData.at(neither, remote))) {
            Problem problem = bed.problemOf(fetch("/curve"));

            assertThat(problem.code()).isEqualTo(ProblemCode.HOST_LOGIN);
            assertThat(problem.message()).isEqualTo("host market-data gives " + neither.user() + " no SFTP and no scp");
        }
    }
}
