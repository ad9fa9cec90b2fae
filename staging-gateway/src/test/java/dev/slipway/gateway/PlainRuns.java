package dev.slipway.gateway;

import dev.slipway.effect.KillPoint;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A launcher of runs that end at once, for tests of everything around runs. A second start of the same run fails the
 * test.
 */
final class PlainRuns implements Launcher {
    private final List<String> started = new CopyOnWriteArrayList<>();

    List<String> started() {
        return started;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of();
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return new LaunchPlan(List.of(order.request().application().title()), "here");
    }

    @Override
    public void start(RunOrder order) {
        if (started.contains(order.name())) {
            throw new AssertionError("run " + order.name() + " started twice");
        }
        try {
            Files.writeString(order.folder().files().resolve("stdout.txt"), "hello\n");
            Files.writeString(order.folder().files().resolve("stderr.txt"), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        started.add(order.name());
    }

    @Override
    public RunSighting look(RunOrder order) {
        return started.contains(order.name()) ? ended() : new RunSighting.Unclaimed();
    }

    private static RunSighting ended() {
        Instant at = Instant.EPOCH;
        return new RunSighting.Ended(
                new RunReport(0, 0, "exited", at, at, 0, 0, 0), Optional.empty(), Optional.empty());
    }

    @Override
    public void kill(RunOrder order) {
        if (!started.contains(order.name())) {
            started.add(order.name());
        }
    }
}
