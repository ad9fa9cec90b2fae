package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.LastMeter;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.SlowLine.Direction;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests fetches and deliveries of folders and patterns, with times and permissions of files. */
@Timeout(300)
class FoldersIT {
    private static final GatewayLimits PATIENT = new GatewayLimits(
            SqlLimits.STANDARD, new SshLimits(Duration.ofMinutes(1), Duration.ofSeconds(20)), FileSettings.STANDARD);

    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    private Path remote;
    private GatewayTestBed bed;

    @BeforeAll
    static void start_the_server() {
        server = SshServer.start(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        remote = Files.createDirectories(folder.resolve("remote/curves"));
        bed = bed(MarketData.at(server, folder.resolve("remote")));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private GatewayTestBed bed(SshHost host) throws IOException {
        return GatewayTestBed.on(List.of(), List.of(host), folder, PATIENT);
    }

    private GatewayTestBed through(SlowLine line) throws IOException {
        return bed(MarketData.through(line, server, folder, folder.resolve("remote")));
    }

    private static SshFetch fetch(String pattern, CreationFlag creation, boolean preserve) {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath("in/curves"), creation, Compression.NONE),
                "market-data",
                "/curves",
                Optional.empty(),
                Optional.of(new FilePattern(pattern)),
                preserve);
    }

    private static SshFetch fetch(String pattern) {
        return fetch(pattern, CreationFlag.OVERWRITE, false);
    }

    private static SshDeliver deliver(String pattern, boolean preserve) {
        return new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath("results"), false),
                "market-data",
                "/out",
                Optional.empty(),
                Optional.of(new FilePattern(pattern)),
                preserve);
    }

    /** Returns the paths below {@code root} with the content of the files, temporary files included. */
    private static TreeMap<String, String> contents(Path root) throws IOException {
        TreeMap<String, String> contents = new TreeMap<>();
        try (var paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(path).toString(), Files.readString(path, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    private static void write(Path root, String... paths) throws IOException {
        for (String path : paths) {
            Files.createDirectories(root.resolve(path).getParent());
            Files.writeString(root.resolve(path), "content of " + path, StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void fetches_a_folder_with_all_its_folders() throws Exception {
        write(remote, "a.csv", "usd/o/n.csv", "usd/1y's [x].csv", "\u00e9.csv", ".hidden");
        byte[] large = new byte[5 << 20];
        new Random(1).nextBytes(large);
        Files.write(remote.resolve("large"), large);

        StepReport report = bed.move(fetch("**"));

        assertThat(contents(bed.runFolder.resolve("in"))).hasSize(6);
        assertThat(contents(bed.runFolder.resolve("in/curves"))).isEqualTo(contents(remote));
        assertThat(report.files()).hasSize(6);
        assertThat(report.bytes())
                .isEqualTo(
                        report.files().stream().mapToLong(file -> file.bytes()).sum());
        assertThat(report.files())
                .filteredOn(file -> file.file().value().equals("in/curves/large"))
                .singleElement()
                .satisfies(file -> assertThat(file.sha256()).isEqualTo(Sha256.hex(large)));
    }

    @Test
    void fetches_what_fits_a_pattern_and_looks_no_deeper_than_it_must() throws Exception {
        write(remote, "a.csv", "b.txt", "usd/c.csv", "usd/x/d.csv", ".slipway-rest/e.csv");

        bed.move(fetch("*.csv"));
        assertThat(contents(bed.runFolder.resolve("in/curves"))).containsOnlyKeys("a.csv");
        bed.move(fetch("{usd,eur}/?.csv"));
        assertThat(contents(bed.runFolder.resolve("in/curves"))).containsOnlyKeys("a.csv", "usd/c.csv");

        assertThat(bed.problemOf(fetch("*.xml")).message()).contains("has no file that fits *.xml");
    }

    @Test
    void tells_of_a_folder_that_is_not_there_and_of_a_file_in_its_place() throws Exception {
        Files.delete(remote);
        Problem missing = bed.problemOf(fetch("**"));
        assertThat(missing.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(missing.message()).isEqualTo("folder /curves on host market-data is not there");
        assertThat(missing.detail()).startsWith("Correct the path in jsdl:URI");

        Files.writeString(remote, "no folder");
        assertThat(bed.problemOf(fetch("**")).message()).isEqualTo("folder /curves on host market-data is no folder");
    }

    @Test
    void overwrites_file_by_file_or_refuses_a_folder_that_is_there() throws Exception {
        write(remote, "a.csv");
        write(bed.runFolder, "in/curves/a.csv", "in/curves/b.csv");

        assertThat(bed.problemOf(fetch("**", CreationFlag.DONT_OVERWRITE, false))
                        .code())
                .isEqualTo(ProblemCode.FILE_EXISTS);
        bed.move(fetch("**"));
        assertThat(contents(bed.runFolder.resolve("in/curves")))
                .containsEntry("a.csv", "content of a.csv")
                .containsEntry("b.csv", "content of in/curves/b.csv");
    }

    @Test
    void refuses_links_out_and_what_is_no_file_with_its_name_and_a_remedy() throws Exception {
        write(remote, "a.csv");
        write(folder.resolve("remote"), "secret");
        Files.createSymbolicLink(remote.resolve("within.csv"), Path.of("a.csv"));
        bed.move(fetch("**"));
        assertThat(contents(bed.runFolder.resolve("in/curves")).get("within.csv"))
                .isEqualTo("content of a.csv");

        for (String target : List.of("../secret", "/etc/passwd", "..")) {
            Path link = Files.createSymbolicLink(remote.resolve("link"), Path.of(target));
            refused("link", "a link that leads out of it");
            Files.delete(link);
        }
        assertThat(new ProcessBuilder("mkfifo", remote.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        refused("pipe", "a FIFO");
        bed.move(fetch("*.csv"));
    }

    private void refused(String name, String what) throws Exception {
        Problem problem = bed.problemOf(fetch("**"));
        assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem.message()).contains("/curves", what, name);
        assertThat(problem.detail()).contains("sw:Ssh/@match");
    }

    @Test
    void keeps_times_and_permissions_if_asked() throws Exception {
        write(remote, "a.sh");
        FileTime time = FileTime.fromMillis(1_234_567_890_000L);
        Files.setPosixFilePermissions(remote.resolve("a.sh"), PosixFilePermissions.fromString("rwxr-x--x"));
        Files.setLastModifiedTime(remote.resolve("a.sh"), time);

        bed.move(fetch("**", CreationFlag.OVERWRITE, true));
        Files.createDirectories(bed.runFolder.resolve("results"));
        Files.move(bed.runFolder.resolve("in/curves/a.sh"), bed.runFolder.resolve("results/a.sh"));
        bed.move(deliver("**", true));

        Path kept = folder.resolve("remote/out/a.sh");
        assertThat(Files.getLastModifiedTime(kept)).isEqualTo(time);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rwxr-x--x");
    }

    @Test
    void a_folder_comes_whole_over_a_line_that_is_cut() throws Exception {
        Random random = new Random(4);
        for (int i = 0; i < 60; i++) {
            byte[] data = new byte[random.nextInt(60_000)];
            random.nextBytes(data);
            Files.write(remote.resolve("file-" + i), data);
        }
        int[] left = {5};
        LongSupplier cuts = () -> left[0]-- > 0 ? 200_000 + random.nextInt(300_000) : Long.MAX_VALUE;
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, cuts);
                GatewayTestBed cut = through(line)) {
            cut.move(fetch("**"));
            assertThat(contents(cut.runFolder.resolve("in/curves"))).isEqualTo(contents(remote));
            assertThat(contents(cut.runFolder)).hasSize(60);
        }
    }

    @Test
    void the_next_try_takes_files_that_came_whole_and_are_as_they_were() throws Exception {
        byte[] data = new byte[200_000];
        for (int i = 0; i < 20; i++) {
            new Random(i).nextBytes(data);
            Files.write(remote.resolve("file-" + i), data);
        }
        long[] passes = {2_000_000, 0, 0, 0, 0};
        int[] next = {0};
        LongSupplier cut = () -> passes[Math.min(next[0]++, 4)];
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, cut);
                GatewayTestBed first = through(line)) {
            assertThat(first.problemOf(fetch("**")).code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
            assertThat(first.runFolder.resolve("in/curves")).doesNotExist();
        }
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, () -> Long.MAX_VALUE);
                GatewayTestBed second = through(line)) {
            LastMeter meter = second.metered(fetch("**"));
            assertThat(line.passed()).isLessThan(3_400_000);
            assertThat(meter.kept()).isBetween(200_000L, 3_800_000L);
            assertThat(meter.bytes()).isEqualTo(4_000_000);
            assertThat(meter.expected()).isEqualTo(4_000_000);
            assertThat(contents(second.runFolder.resolve("in/curves"))).isEqualTo(contents(remote));
        }
    }

    @Test
    void what_an_earlier_delivery_of_a_folder_left_there_is_kept() throws Exception {
        // By then the host has the first file: less than half of one is under way unasked.
        interruptedDelivery(4, 10 << 20);

        LastMeter meter = bed.metered(deliver("**", false));

        assertThat(meter.bytes()).isEqualTo(4L << 22);
        assertThat(meter.kept()).isBetween(1L, meter.bytes());
    }

    @Test
    void delivers_a_folder_and_replaces_what_is_there() throws Exception {
        write(bed.runFolder, "results/a.csv", "results/deep/er/b.csv", "results/\u00e9 'c'.csv");
        write(folder.resolve("remote"), "out/a.csv", "out/old.csv");

        StepReport report = bed.move(deliver("**", false));

        assertThat(contents(folder.resolve("remote/out")))
                .containsEntry("a.csv", "content of results/a.csv")
                .containsEntry("deep/er/b.csv", "content of results/deep/er/b.csv")
                .containsEntry("\u00e9 'c'.csv", "content of results/\u00e9 'c'.csv")
                .containsEntry("old.csv", "content of out/old.csv");
        assertThat(report.files()).hasSize(3);
        assertThat(folder.resolve("remote").toFile().list()).containsOnly("curves", "out");
        assertThat(bed.settle(deliver("**", false), new MemoryLedger())).contains(report);
    }

    @Test
    void refuses_links_and_pipes_in_a_folder_that_is_to_be_delivered() throws Exception {
        write(bed.runFolder, "results/a.csv");
        Path link = Files.createSymbolicLink(bed.runFolder.resolve("results/link"), Path.of("/etc/passwd"));
        assertThat(bed.problemOf(deliver("**", false)).message()).contains("holds a symbolic link: link");
        Files.delete(link);
        Path up = Files.createSymbolicLink(bed.runFolder.resolve("results/up"), Path.of(".."));
        assertThat(bed.problemOf(deliver("**", false)).code()).isEqualTo(ProblemCode.FILE_MISSING);
        assertThat(Files.isSymbolicLink(up)).isTrue();
        Files.delete(up);
        assertThat(new ProcessBuilder(
                                "mkfifo", bed.runFolder.resolve("results/p").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(bed.problemOf(deliver("**", false)).message()).contains("holds a FIFO, socket or device: p");
        assertThat(Files.exists(folder.resolve("remote/out"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        bed.move(deliver("*.csv", false));
    }

    /** Interrupts a delivery of files of 4 MiB each, when {@code after} bytes have gone. */
    private void interruptedDelivery(int files, long after) throws IOException {
        for (int i = 0; i < files; i++) {
            Path file = bed.runFolder.resolve("results/file-" + i);
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[4 << 20]);
        }
        Thread caller = Thread.currentThread();
        boolean[] once = {true};

        assertThatThrownBy(() -> bed.move(deliver("**", false), bytes -> {
                    if (once[0] && bytes >= after) {
                        once[0] = false;
                        caller.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void settling_takes_away_what_a_cancelled_delivery_of_a_folder_left_there() throws Exception {
        interruptedDelivery(12, 1);
        assertThat(folder.resolve("remote/out")).doesNotExist();
        assertThat(folder.resolve("remote").toFile().list()).anyMatch(name -> name.startsWith(".slipway-"));

        assertThat(bed.settle(deliver("**", false), new MemoryLedger())).isEmpty();
        assertThat(folder.resolve("remote").toFile().list()).containsOnly("curves");
    }

    @Test
    void a_folder_that_is_larger_than_the_job_may_stage_is_refused_before_it_moves() throws Exception {
        write(remote, "a.csv", "b.csv");
        assertThatThrownBy(() -> bed.moveWithin(20, fetch("**")))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA));
        assertThat(contents(bed.runFolder).keySet()).allMatch(name -> name.endsWith("notes"));
    }
}
