package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.Desk;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Steps that move folders, cut off at each moment that they pass, with nothing cleared away, and done again. */
@Timeout(120)
class FolderCrashIT {
    private static final int FILES = 6;

    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start_the_server() {
        server = SshServer.start(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    /** What no code of a step catches. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    private Desk desk() throws IOException {
        SshHost host = new SshHost(
                "market-data",
                "127.0.0.1",
                server.port(),
                server.user(),
                server.clientKey(),
                server.knownHosts(),
                false,
                Files.createDirectories(folder.resolve("remote")).toString(),
                Optional.empty());
        return Desk.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    private static StepReport move(Desk desk, StagingStep step, MemoryLedger ledger, Witness witness) throws Exception {
        return desk.gateway.move(
                step,
                new StepContext(
                        Desk.TOKEN,
                        Desk.OWNER,
                        desk.runFolder,
                        (bytes, rows) -> {},
                        ledger,
                        witness,
                        Long.MAX_VALUE,
                        Optional.empty()));
    }

    private static void fill(Path root) throws IOException {
        for (int i = 0; i < FILES; i++) {
            byte[] data = new byte[100_000 + i];
            Arrays.fill(data, (byte) i);
            Files.createDirectories(root.resolve("deep-" + i % 2));
            Files.write(root.resolve("deep-" + i % 2 + "/file-" + i), data);
        }
    }

    private static Map<String, Integer> hashes(Path root) throws IOException {
        Map<String, Integer> hashes = new TreeMap<>();
        try (var paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                hashes.put(root.relativize(path).toString(), Arrays.hashCode(Files.readAllBytes(path)));
            }
        }
        return hashes;
    }

    private static StagingStep fetch(CreationFlag creation) {
        return new SshFetch(
                "fetch",
                1,
                "market-data",
                "/there",
                new RunPath("here"),
                creation,
                Compression.NONE,
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
    }

    private static StagingStep deliver() {
        return new SshDeliver(
                "deliver",
                1,
                "market-data",
                "/back",
                new RunPath("there"),
                false,
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
    }

    /** Cut off once at each moment, the second time that it comes there. @return the moments */
    private Set<String> cutOffEverywhere(StagingStep step, Path from, Path to) throws Exception {
        Set<String> moments = new TreeSet<>();
        Set<String> killed = new TreeSet<>();
        do {
            for (int time : new int[] {2}) {
                String next = moments.stream()
                        .filter(each -> !killed.contains(each))
                        .findFirst()
                        .orElse("");
                MemoryLedger ledger = new MemoryLedger();
                AtomicInteger passed = new AtomicInteger();
                Witness killer = point -> {
                    moments.add(point.toString());
                    if (point.toString().equals(next) && passed.incrementAndGet() == time) {
                        throw new Crash();
                    }
                };
                try (Desk desk = desk()) {
                    move(desk, step, ledger, killer);
                } catch (IllegalStateException crashed) {
                    assertThat(crashed).hasCauseInstanceOf(Crash.class);
                }
                try (Desk desk = desk()) {
                    StepReport report = move(desk, step, ledger, Witness.NONE);
                    assertThat(report.files()).as(next).hasSize(FILES);
                }
                assertThat(hashes(to)).as("after a crash at " + next).isEqualTo(hashes(from));
                try (var left = Files.walk(folder)) {
                    assertThat(left)
                            .as(next)
                            .noneMatch(path -> path.getFileName().toString().startsWith(".slipway"));
                }
                if (time == 2) {
                    killed.add(next);
                    clear(to);
                }
            }
        } while (!killed.containsAll(moments));
        return moments;
    }

    private static void clear(Path root) throws IOException {
        try (var paths = Files.walk(root)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    void a_fetch_is_whole_after_a_crash_at_any_moment() throws Exception {
        fill(folder.resolve("remote/there"));
        assertThat(cutOffEverywhere(
                        fetch(CreationFlag.OVERWRITE), folder.resolve("remote/there"), folder.resolve("run/here")))
                .hasSize(4);
    }

    @Test
    void a_delivery_is_whole_after_a_crash_at_any_moment() throws Exception {
        fill(folder.resolve("run/there"));
        assertThat(cutOffEverywhere(deliver(), folder.resolve("run/there"), folder.resolve("remote/back")))
                .hasSize(4);
    }
}
