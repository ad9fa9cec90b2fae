package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests sessions that one step leaves to the next. */
@Timeout(300)
class KeptSessionsIT {
    private static final Duration CONNECT = Await.PATIENCE;

    /**
     * The silence before a sign of life is requested: for a healthy host, and for a host that shall soon be found
     * silent.
     */
    private static final Duration IDLE = Duration.ofSeconds(20);

    private static final Duration SOON = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    private SshServer server;

    @BeforeEach
    void start() throws IOException {
        server = SshServer.start(folder.resolve("server"));
        Files.createDirectories(folder.resolve("remote"));
        Files.write(folder.resolve("remote/big"), new byte[96 << 20]);
        Files.writeString(folder.resolve("remote/small"), "small");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private GatewayTestBed bed(Duration kept) throws IOException {
        return bed(MarketData.at(server, folder.resolve("remote")), IDLE, kept);
    }

    private GatewayTestBed bed(SshHost host, Duration idle, Duration kept) throws IOException {
        SshLimits limits = new SshLimits(CONNECT, idle, kept);
        return GatewayTestBed.on(
                List.of(), List.of(host), folder, new GatewayLimits(SqlLimits.STANDARD, limits, FileSettings.STANDARD));
    }

    private static SshFetch fetch(String from, String file) {
        return new SshFetch(new StepHead.In(file, 1, new RunPath(file)), "market-data", "/" + from);
    }

    @Test
    void steps_one_after_another_log_in_once() throws Exception {
        try (GatewayTestBed bed = bed(Duration.ofMinutes(1))) {
            for (int i = 0; i < 4; i++) {
                bed.move(fetch("small", "small-" + i));
                bed.move(new SshDeliver(
                        new StepHead.Out("d" + i, 1, new RunPath("small-" + i), false), "market-data", "/back-" + i));
            }
        }
        assertThat(folder.resolve("remote/back-3")).hasContent("small");
        assertThat(server.logins()).isEqualTo(1);
    }

    @Test
    void a_cancel_of_one_step_cuts_off_no_other() throws Exception {
        try (GatewayTestBed bed = bed(Duration.ofMinutes(1))) {
            bed.move(fetch("small", "small"));
            CountDownLatch moving = new CountDownLatch(1);
            Thread cancelled = new Thread(() -> {
                try {
                    bed.move(fetch("big", "cancelled"), bytes -> moving.countDown());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> {
                try {
                    return bed.move(fetch("big", "other")).bytes();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            cancelled.start();
            Await.open(moving);
            cancelled.interrupt();
            Await.end(cancelled);

            assertThat(Await.end(other)).isEqualTo(96L << 20);
            assertThat(bed.names()).containsExactly("other", "small");
        }
    }

    @Test
    void a_connection_that_broke_while_it_waited_is_not_lent() throws Exception {
        try (GatewayTestBed bed = bed(Duration.ofMinutes(1))) {
            bed.move(fetch("small", "one"));
            server.killSessions();
            bed.move(fetch("small", "two"));
        }
        assertThat(server.logins()).isEqualTo(2);
    }

    @Test
    void a_step_of_a_login_may_take_longer_than_a_sign_of_life() throws Exception {
        try (SlowLine line = SlowLine.late(server.port(), SOON.plusMillis(500))) {
            SshHost far = MarketData.through(line, server, folder, folder.resolve("remote"));
            try (GatewayTestBed bed = bed(far, SOON, Duration.ofMinutes(1))) {
                bed.move(fetch("small", "small"));
            }
        }
        assertThat(server.logins()).isEqualTo(1);
    }

    @Test
    void a_connection_that_fell_silent_is_given_up_and_another_one_opened() throws Exception {
        try (GatewayTestBed bed = bed(MarketData.at(server, folder.resolve("remote")), SOON, Duration.ofMinutes(1))) {
            bed.move(fetch("small", "one"));
            server.pauseSessions();
            bed.move(fetch("small", "two"));
        }
        assertThat(server.logins()).isEqualTo(2);
    }

    @Test
    void a_connection_that_nobody_wants_is_closed() throws Exception {
        try (GatewayTestBed bed = bed(Duration.ofMillis(300))) {
            bed.move(fetch("small", "one"));
            Await.until(server::log, () -> server.log().contains("Closing connection to"));

            bed.move(fetch("small", "two"));
            assertThat(server.logins()).isEqualTo(2);
        }
    }
}
