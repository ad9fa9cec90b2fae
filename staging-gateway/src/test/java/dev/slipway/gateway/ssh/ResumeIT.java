package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.LastMeter;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.SlowLine.Direction;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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

/** Tests transfers over a line that breaks repeatedly at any byte. */
@Timeout(300)
class ResumeIT {
    private static final int BYTES = 3_000_000;

    /** More than a host can lose at a broken line: up to the 2 MiB that the host accepts unasked. */
    private static final int SENT = 12_000_000;

    private static final GatewayLimits PATIENT = new GatewayLimits(
            SqlLimits.STANDARD, new SshLimits(Duration.ofMinutes(1), Duration.ofSeconds(20)), FileSettings.STANDARD);

    @TempDir
    private static Path serverFolder;

    private static SshServer server;
    private static SshServer files;

    @TempDir
    private Path folder;

    private final byte[] data = new byte[BYTES];
    private final byte[] sent = new byte[SENT];
    private Path remote;

    /** The meter of the last complete try. */
    private LastMeter meter;

    /** The features of a host beside SFTP. */
    enum Offers {
        COMMANDS,
        SFTP_ONLY;

        SshServer server() {
            return this == COMMANDS ? ResumeIT.server : files;
        }
    }

    @BeforeAll
    static void start_the_servers() {
        server = SshServer.start(serverFolder.resolve("commands"));
        files = SshServer.start(serverFolder.resolve("files"), "ForceCommand internal-sftp");
    }

    @AfterAll
    static void stop_the_servers() {
        server.close();
        files.close();
    }

    @BeforeEach
    void fill() throws IOException {
        new Random(7).nextBytes(data);
        new Random(8).nextBytes(sent);
        remote = Files.createDirectories(folder.resolve("remote"));
    }

    private GatewayTestBed through(SlowLine line, SshServer behind) throws IOException {
        return GatewayTestBed.on(List.of(), List.of(MarketData.through(line, behind, folder, remote)), folder, PATIENT);
    }

    /**
     * Returns a limit of bytes for each connection: random, but enough for the login, and without a limit after {@code
     * number} cuts.
     */
    private static LongSupplier cuts(int number, int least, long seed) {
        Random random = new Random(seed);
        int[] left = {number};
        return () -> left[0]-- > 0 ? least + random.nextInt(400_000) : Long.MAX_VALUE;
    }

    private static StagingStep fetch() {
        return fetch("in.bin", Compression.NONE);
    }

    private static StagingStep fetch(String file, Compression compression) {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath(file), CreationFlag.OVERWRITE, compression),
                "market-data",
                "/big");
    }

    private static StagingStep deliver() {
        return new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath("out.bin"), false), "market-data", "/delivered");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void a_fetch_goes_on_where_the_line_was_cut(long seed) throws Exception {
        Files.write(remote.resolve("big"), data);
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, cuts(7, 80_000, seed));
                GatewayTestBed bed = through(line, server)) {
            assertThat(bed.move(fetch()).bytes()).isEqualTo(BYTES);

            assertThat(bed.runFolder.resolve("in.bin")).hasBinaryContent(data);
            assertThat(bed.names()).containsExactly("in.bin");
            assertThat(line.passed())
                    .as("nothing came twice but what was on its way")
                    .isLessThan(2L * BYTES);
        }
    }

    @Test
    void what_is_packed_anew_goes_on_within_one_try_too() throws Exception {
        Files.write(remote.resolve("big"), data);
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, cuts(4, 80_000, 5));
                GatewayTestBed bed = through(line, server)) {
            assertThat(bed.move(fetch("in.gz", Compression.BGZF)).bytes()).isEqualTo(BYTES);

            assertThat(bed.names()).containsExactly("in.gz", "in.gz.gzi");
        }
    }

    @ParameterizedTest
    @EnumSource(Offers.class)
    void a_delivery_goes_on_where_the_line_was_cut(Offers offers) throws Exception {
        for (long seed = 1; seed <= 2; seed++) {
            LongSupplier cuts = cuts(4, 3_000_000, seed);
            try (SlowLine line = new SlowLine(offers.server().port(), Direction.TO_SERVER, cuts);
                    GatewayTestBed bed = through(line, offers.server())) {
                Files.write(bed.runFolder.resolve("out.bin"), sent);
                assertThat(bed.metered(deliver())).satisfies(told -> {
                    assertThat(told.bytes()).isEqualTo(SENT);
                    assertThat(told.kept()).as("all of it went in this try").isZero();
                });

                assertThat(remote.resolve("delivered")).hasBinaryContent(sent);
                assertThat(remote.toFile().list()).containsExactly("delivered");
                assertThat(line.passed()).isLessThan(2L * SENT);
            }
        }
    }

    @Test
    void a_folder_goes_on_where_the_line_was_cut_and_no_byte_of_it_counts_twice() throws Exception {
        StagingStep deliver = new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath("results"), false),
                "market-data",
                "/out",
                Optional.empty(),
                Optional.of(new FilePattern("**")),
                false);
        int[] left = {2};
        LongSupplier cuts = () -> left[0]-- > 0 ? 3_000_000 : Long.MAX_VALUE;
        try (SlowLine line = new SlowLine(server.port(), Direction.TO_SERVER, cuts);
                GatewayTestBed bed = through(line, server)) {
            for (int i = 0; i < 4; i++) {
                Files.createDirectories(bed.runFolder.resolve("results"));
                Files.write(bed.runFolder.resolve("results/file-" + i), Arrays.copyOf(sent, 2_000_000));
            }
            meter = bed.metered(deliver);
            tellsWhatItKept(8_000_000, 0);
            assertThat(left[0]).as("cuts that were not made").isNegative();
        }
    }

    @Test
    void the_next_try_of_a_fetch_takes_the_part_only_if_it_is_as_it_was_written() throws Exception {
        Files.write(remote.resolve("big"), data);
        for (boolean damaged : new boolean[] {false, true}) {
            try (GatewayTestBed bed = cutOff(fetch(), Direction.FROM_SERVER)) {
                Path part = hidden(bed.runFolder);
                assertThat(Files.size(part)).isGreaterThan(500_000);
                if (damaged) {
                    flip(part, 300_000);
                }
            }
            assertThat(again(fetch(), Direction.FROM_SERVER)).matches(passed -> passed < 2_700_000 != damaged);
            tellsWhatItKept(BYTES, damaged ? 0 : 500_000);
            assertThat(folder.resolve("run/in.bin")).hasBinaryContent(data);
            assertThat(folder.resolve("run").toFile().list()).containsExactly("in.bin");
            Files.delete(folder.resolve("run/in.bin"));
        }
    }

    @Test
    void a_part_of_a_file_that_changed_since_is_not_gone_on_with() throws Exception {
        Files.write(remote.resolve("big"), data);
        cutOff(fetch(), Direction.FROM_SERVER).close();
        data[5]++;
        Files.write(remote.resolve("big"), data);
        Files.setLastModifiedTime(remote.resolve("big"), FileTime.fromMillis(1_000_000_000_000L));

        again(fetch(), Direction.FROM_SERVER);

        assertThat(folder.resolve("run/in.bin")).hasBinaryContent(data);
    }

    @Test
    void the_next_try_of_a_delivery_takes_the_part_only_if_it_is_ours() throws Exception {
        Files.createDirectories(folder.resolve("run"));
        Files.write(folder.resolve("run/out.bin"), sent);
        for (boolean damaged : new boolean[] {false, true}) {
            cutOff(deliver(), Direction.TO_SERVER).close();
            Path part = hidden(remote);
            assertThat(Files.size(part)).isGreaterThan(1_000_000);
            if (damaged) {
                flip(part, 300_000);
            }
            assertThat(again(deliver(), Direction.TO_SERVER)).matches(passed -> passed < SENT - 900_000 != damaged);
            tellsWhatItKept(SENT, damaged ? 0 : 1_000_000);
            assertThat(remote.resolve("delivered")).hasBinaryContent(sent);
            assertThat(remote.toFile().list()).containsExactly("delivered");
        }
    }

    /** Makes one try over a line that breaks in the middle and accepts no further connection. */
    private GatewayTestBed cutOff(StagingStep step, Direction direction) throws Exception {
        boolean[] first = {true};
        LongSupplier once = () -> {
            long passes = first[0] ? (direction == Direction.TO_SERVER ? 6_000_000 : 1_500_000) : 0;
            first[0] = false;
            return passes;
        };
        try (SlowLine line = new SlowLine(server.port(), direction, once)) {
            GatewayTestBed bed = through(line, server);
            assertThat(bed.problemOf(step).code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
            return bed;
        }
    }

    /** Makes the next try over a connection that does not break. @return the number of bytes that passed */
    private long again(StagingStep step, Direction direction) throws Exception {
        try (SlowLine line = new SlowLine(server.port(), direction, () -> Long.MAX_VALUE);
                GatewayTestBed bed = through(line, server)) {
            meter = bed.metered(step);
            return line.passed();
        }
    }

    private void tellsWhatItKept(long all, long least) {
        assertThat(meter.expected()).isEqualTo(all);
        assertThat(meter.bytes()).isEqualTo(all);
        assertThat(meter.kept()).isBetween(least, least == 0 ? 0 : all - 1);
    }

    private static Path hidden(Path folder) throws IOException {
        try (var paths = Files.list(folder)) {
            return paths.filter(path -> path.getFileName().toString().startsWith("."))
                    .filter(path -> !path.toString().endsWith(".notes"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            int old = open.read();
            open.seek(at);
            open.write(old ^ 1);
        }
    }
}
