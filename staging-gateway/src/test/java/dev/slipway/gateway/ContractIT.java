package dev.slipway.gateway;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.DataContract.Freshness;
import dev.slipway.request.DataContract.Type;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests contracts on data from a real database and a real host, plain and in blocks. */
class ContractIT {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final DataContract NUMBERS = new DataContract(
            List.of(new Column("n", Type.INTEGER, false), new Column("half", Type.DECIMAL, true)),
            Optional.of(1L),
            Optional.of(1000L),
            Optional.empty(),
            Optional.empty());

    @TempDir
    private static Path serverFolder;

    private static SshServer sshd;
    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    private Path remote;
    private GatewayTestBed bed;

    @BeforeAll
    static void start() {
        sshd = SshServer.start(serverFolder);
        database = PostgresDatabase.fresh();
    }

    @AfterAll
    static void stop() {
        sshd.close();
    }

    @BeforeEach
    void open() throws Exception {
        remote = Files.createDirectory(folder.resolve("remote"));
        SshHost host = MarketData.at(sshd, remote);
        bed = GatewayTestBed.on(
                List.of(GatewayTestBed.source(database, folder)), List.of(host), folder, GatewayLimits.STANDARD);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private Problem breach(DataContract contract, StagingStep step) throws Exception {
        try {
            bed.moveUnder(contract, NOW, step);
        } catch (ProblemException e) {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.CONTRACT_BROKEN);
            assertThat(e.problem().isOutage()).isFalse();
            assertThat(bed.names()).isEmpty();
            return e.problem();
        }
        throw new AssertionError("the contract was kept");
    }

    private static SshFetch fetch(String file, String into, Compression compression) {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath(into), CreationFlag.OVERWRITE, compression),
                "market-data",
                file);
    }

    private static DataContract sum(String data) {
        return new DataContract(
                List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(Sha256.hex(data)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"numbers.csv", "numbers.csv.gz"})
    void an_extract_that_keeps_its_contract_is_staged_and_one_that_does_not_leaves_nothing(String file)
            throws Exception {
        SqlExtract wrong =
                extract("SELECT n, CASE WHEN n < 500 THEN 'x' END AS half FROM generate_series(1, 900) n", file);
        Problem problem = breach(NUMBERS, wrong);
        assertThat(problem.detail().lines()).hasSize(5).first().isEqualTo("line 2: half is \"x\", not of type decimal");
        assertThat(breach(NUMBERS, extract("SELECT 1 AS n", file)).message()).contains("no column half");
        assertThat(breach(NUMBERS, extract("SELECT 1 AS n, 2 AS half WHERE false", file))
                        .message())
                .contains("0 rows");
        assertThat(breach(NUMBERS, extract("SELECT n, n AS half FROM generate_series(1, 10000000) n", file))
                        .message())
                .contains("more than 1000 rows");

        assertThat(bed.moveUnder(
                                NUMBERS, NOW, extract("SELECT n, n / 2.0 AS half FROM generate_series(1, 900) n", file))
                        .rows())
                .isEqualTo(900);
    }

    @Test
    void a_database_s_times_are_fresh_or_not() throws Exception {
        DataContract fresh = new DataContract(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Freshness(Optional.of("at"), Duration.ofHours(1))),
                Optional.empty());

        assertThat(breach(fresh, extract("SELECT timestamptz '2026-11-20 09:30+01' AS at", "a.csv"))
                        .message())
                .contains("the newest at is 2026-11-20T08:30:00Z");
        bed.moveUnder(fresh, NOW, extract("SELECT timestamptz '2026-11-20 09:30+00' AS at", "a.csv"));
    }

    @Test
    void a_remote_file_s_own_time_is_fresh_or_not() throws Exception {
        Path file = Files.writeString(remote.resolve("usd.bin"), "anything");
        DataContract fresh = new DataContract(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Freshness(Optional.empty(), Duration.ofHours(1))),
                Optional.empty());

        Files.setLastModifiedTime(file, FileTime.from(NOW.minus(Duration.ofHours(2))));
        assertThat(breach(fresh, fetch("usd.bin", "usd.bin", Compression.NONE)).message())
                .contains("its time at the source is 2026-11-20T08:00:00Z, older than PT1H");
        Files.setLastModifiedTime(file, FileTime.from(NOW.minus(Duration.ofMinutes(59))));
        bed.moveUnder(fresh, NOW, fetch("usd.bin", "usd.bin", Compression.NONE));
    }

    @Test
    void the_sum_is_of_the_unpacked_data_however_they_come_and_are_kept() throws Exception {
        String data = "n,half\n1,0.5\n2,1.0\n";
        Files.writeString(remote.resolve("plain.csv"), data);
        bed.move(fetch("plain.csv", "made.csv.gz", Compression.BGZF));
        Files.move(bed.runFolder.resolve("made.csv.gz"), remote.resolve("packed.csv.gz"));
        Files.delete(bed.runFolder.resolve("made.csv.gz.gzi"));

        for (String other : List.of("plain.csv", "packed.csv.gz")) {
            for (Compression compression : Compression.values()) {
                assertThat(breach(sum(data + "x"), fetch(other, "in.csv", compression))
                                .detail())
                        .contains(Sha256.hex(data));
            }
        }
        DataContract both = new DataContract(
                NUMBERS.columns(), Optional.of(2L), Optional.of(2L), Optional.empty(), Optional.of(Sha256.hex(data)));
        for (String right : List.of("plain.csv", "packed.csv.gz")) {
            for (Compression compression : Compression.values()) {
                bed.moveUnder(both, NOW, fetch(right, "in.csv", compression));
            }
        }
    }
}
