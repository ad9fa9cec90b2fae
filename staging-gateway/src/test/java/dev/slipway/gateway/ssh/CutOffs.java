package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.MemoryLedger;
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

/**
 * Interrupts a step at each kill point without any cleaning.
 *
 * @param folder has the run's folder and the host's, {@code remote}
 * @param time the number of the pass of a kill point at which the step is interrupted
 */
record CutOffs(SshServer server, Path folder, int time) {

    /** An error that no code of a step catches. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A check after a crash. */
    interface Afterwards {
        void check(GatewayTestBed bed, MemoryLedger ledger, String moment) throws Exception;
    }

    GatewayTestBed bed() throws IOException {
        Path remote = Files.createDirectories(folder.resolve("remote"));
        return GatewayTestBed.on(List.of(), List.of(MarketData.at(server, remote)), folder, GatewayLimits.STANDARD);
    }

    /** Moves a step under the eyes of a witness. */
    static StepReport move(GatewayTestBed bed, StagingStep step, MemoryLedger ledger, Witness witness)
            throws Exception {
        return bed.gateway.move(
                step,
                new StepContext(
                        GatewayTestBed.TOKEN,
                        GatewayTestBed.OWNER,
                        bed.runFolder,
                        (bytes, rows) -> {},
                        ledger,
                        witness,
                        StepContext.Room.UNLIMITED,
                        Optional.empty()));
    }

    /**
     * Interrupts a step at the kill point {@code moment}; an empty text interrupts no step.
     *
     * @return the kill points that the step passed
     */
    Set<String> at(String moment, StagingStep step, MemoryLedger ledger) throws Exception {
        Set<String> moments = new TreeSet<>();
        AtomicInteger passed = new AtomicInteger();
        Witness killer = point -> {
            moments.add(point.toString());
            if (point.toString().equals(moment) && passed.incrementAndGet() == time) {
                throw new Crash();
            }
        };
        try (GatewayTestBed bed = bed()) {
            move(bed, step, ledger, killer);
        } catch (IllegalStateException crashed) {
            assertThat(crashed).hasCauseInstanceOf(Crash.class);
        }
        return moments;
    }

    /** Interrupts a step at every kill point in turn, and clears {@code to} after each. @return the kill points */
    Set<String> everywhere(StagingStep step, Path to, Afterwards afterwards) throws Exception {
        Set<String> moments = new TreeSet<>(Set.of(""));
        Set<String> killed = new TreeSet<>();
        while (!killed.containsAll(moments)) {
            String next = moments.stream()
                    .filter(each -> !killed.contains(each))
                    .findFirst()
                    .orElseThrow();
            MemoryLedger ledger = new MemoryLedger();
            moments.addAll(at(next, step, ledger));
            try (GatewayTestBed bed = bed()) {
                afterwards.check(bed, ledger, next);
            }
            try (var left = Files.walk(folder)) {
                assertThat(left)
                        .as(next)
                        .noneMatch(path -> path.getFileName().toString().startsWith(".slipway"));
            }
            killed.add(next);
            clear(to);
        }
        moments.remove("");
        return moments;
    }

    /** Interrupts a step at every kill point in turn, and then repeats the step to its end. */
    Set<String> everywhere(StagingStep step, Path from, Path to) throws Exception {
        int files = hashes(from).size();
        return everywhere(step, to, (bed, ledger, moment) -> {
            StepReport report = move(bed, step, ledger, Witness.NONE);
            assertThat(report.files()).as(moment).hasSize(files);
            assertThat(hashes(to)).as("after a crash at " + moment).isEqualTo(hashes(from));
        });
    }

    /** Returns the hashes of all files below a folder, by path. */
    static Map<String, Integer> hashes(Path root) throws IOException {
        Map<String, Integer> hashes = new TreeMap<>();
        try (var paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                hashes.put(root.relativize(path).toString(), Arrays.hashCode(Files.readAllBytes(path)));
            }
        }
        return hashes;
    }

    /** Removes a file or folder if the path exists. */
    static void clear(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (var paths = Files.walk(root)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
