package dev.slipway.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.SlowLine.Direction;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.RunPath;
import dev.slipway.request.StepHead;
import dev.slipway.servers.ApacheServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests fetches from a widely used web server, which treats entity tags, ranges and conditions in its own way. */
@Timeout(300)
class HttpServerIT {
    private static final int BYTES = 1_000_000;

    private static ApacheServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start_the_server() {
        server = ApacheServer.start();
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    private GatewayTestBed bed(int port) throws Exception {
        HttpSite site = new HttpSite(
                "market-data",
                URI.create("http://127.0.0.1:" + port + "/"),
                new HttpSite.Login.None(),
                Optional.empty(),
                false);
        GatewayLimits limits = new GatewayLimits(
                SqlLimits.STANDARD,
                SshLimits.STANDARD,
                new HttpLimits(Duration.ofMinutes(1), Duration.ofMinutes(1)),
                FileSettings.STANDARD);
        return GatewayTestBed.on(new GatewayPlaces(List.of(), List.of(), List.of(site), List.of()), folder, limits);
    }

    private static HttpFetch fetch(String path) {
        return new HttpFetch(
                new StepHead.In("data", 1, new RunPath("data.bin")), "market-data", "/" + path, Optional.empty());
    }

    private static byte[] data(long seed) {
        byte[] data = new byte[BYTES];
        new Random(seed).nextBytes(data);
        return data;
    }

    @Test
    void goes_on_where_the_line_breaks_by_the_servers_own_tag() throws Exception {
        byte[] data = data(1);
        server.put("whole.bin", data);
        Random random = new Random();
        long seed = random.nextLong();
        random.setSeed(seed);
        LongSupplier cuts = () -> 50_000 + random.nextInt(400_000);
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, cuts);
                GatewayTestBed bed = bed(line.port())) {
            bed.move(fetch("whole.bin"));

            assertThat(bed.runFolder.resolve("data.bin")).as("seed %d", seed).hasBinaryContent(data);
        }
        assertThat(server.requests())
                .filteredOn(request -> request.startsWith("/whole.bin 206 bytes="))
                .isNotEmpty()
                .allMatch(request -> request.endsWith("\""));
    }

    @Test
    void begins_anew_where_the_file_is_another_one_after_the_break() throws Exception {
        byte[] later = data(3);
        server.put("changed.bin", data(2));
        AtomicInteger connections = new AtomicInteger();
        LongSupplier cuts = () -> connections.getAndIncrement() == 0 ? 300_000 : Long.MAX_VALUE;
        AtomicBoolean changed = new AtomicBoolean();
        try (SlowLine line = new SlowLine(server.port(), Direction.FROM_SERVER, cuts);
                GatewayTestBed bed = bed(line.port())) {
            bed.move(fetch("changed.bin"), bytes -> {
                if (changed.compareAndSet(false, true)) {
                    server.put("changed.bin", later);
                }
            });

            assertThat(bed.runFolder.resolve("data.bin")).hasBinaryContent(later);
        }
    }

    @Test
    void a_file_that_is_not_there_is_the_sites_answer() throws Exception {
        try (GatewayTestBed bed = bed(server.port())) {
            assertThat(bed.problemOf(fetch("gone.bin")).code()).isEqualTo(ProblemCode.SITE_ANSWER);
        }
    }
}
