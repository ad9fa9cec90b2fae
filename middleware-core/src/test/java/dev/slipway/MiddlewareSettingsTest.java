package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.IntakeSettings;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.dispatch.StepLimits;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MiddlewareSettingsTest {
    private static final Partition LOCAL = new Partition("local", 2, Duration.ofMinutes(1));
    private static final MpirunSettings MPIRUN = new MpirunSettings(
            Path.of("/g"), "mpirun", List.of(Path.of("/apps")), Optional.empty(), Duration.ofSeconds(1), "here");

    @Test
    void takes_sound_values() {
        assertThat(settings(Path.of("/r"), Path.of("/s"), List.of(LOCAL), 1).partitions())
                .containsExactly(LOCAL);
    }

    @Test
    void refuses_bad_values_and_names_them() {
        refused(() -> settings(Path.of("r"), Path.of("/s"), List.of(LOCAL), 1), "results");
        refused(() -> settings(Path.of("/r"), Path.of("s"), List.of(LOCAL), 1), "scratch");
        refused(() -> settings(Path.of("/s/r"), Path.of("/s"), List.of(LOCAL), 1), "apart");
        refused(() -> settings(Path.of("/r"), Path.of("/s"), List.of(), 1), "no partition");
        refused(() -> settings(Path.of("/r"), Path.of("/s"), List.of(LOCAL, LOCAL), 1), "twice");
        refused(() -> settings(Path.of("/r"), Path.of("/s"), List.of(LOCAL), 0), "staging in");
        refused(() -> new Partition("x", 0, Duration.ofMinutes(1)), "slots");
        refused(() -> new Partition("x", 1, Duration.ZERO), "wall time");
        refused(() -> new RunIdentities(0, 5), "root");
        refused(() -> dispatch(0, Duration.ofSeconds(1)), "steps at once");
        refused(() -> dispatch(1, Duration.ofHours(1)), "longest wait");
        refused(() -> mpirun("g", "/apps"), "guard");
        refused(() -> mpirun("/g", "apps"), "application folder");
    }

    private static MiddlewareSettings settings(Path results, Path scratch, List<Partition> partitions, int jobs) {
        return new MiddlewareSettings(
                results,
                scratch,
                partitions,
                QueueSettings.overlap(jobs),
                DispatchSettings.DEFAULTS,
                new RunSettings(MPIRUN),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(Path.of("/data/uploads")));
    }

    private static DispatchSettings dispatch(int steps, Duration firstRetry) {
        return new DispatchSettings(
                StepLimits.of(steps),
                1,
                1,
                Duration.ofMillis(1),
                firstRetry,
                Duration.ofMinutes(1),
                StallLimits.NONE,
                Duration.ofHours(1));
    }

    private static MpirunSettings mpirun(String guard, String folder) {
        return new MpirunSettings(
                Path.of(guard), "mpirun", List.of(Path.of(folder)), Optional.empty(), Duration.ofSeconds(1), "here");
    }

    private static void refused(ThrowingCallable call, String word) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(word);
    }
}
