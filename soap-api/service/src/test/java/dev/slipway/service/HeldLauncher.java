package dev.slipway.service;

import dev.slipway.effect.KillPoint;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Starts runs that go on until a test ends them, and that write no files. */
final class HeldLauncher implements Launcher {
    private static final Instant BEGUN = Instant.parse("2026-11-20T10:00:00Z");
    private final Map<String, String> ends = new ConcurrentHashMap<>();
    private volatile boolean released;

    void release() {
        released = true;
    }

    void hold() {
        released = false;
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
        ends.putIfAbsent(order.name(), "");
    }

    @Override
    public RunSighting look(RunOrder order) {
        String end = ends.get(order.name());
        Optional<RunProgress> progress = Optional.of(new RunProgress(5, 10, Map.of("var_mean_99", 1.5)));
        if (end == null) {
            return new RunSighting.Unclaimed();
        }
        if (end.isEmpty() && !released) {
            return new RunSighting.Running(progress);
        }
        String reason = end.isEmpty() ? "exited" : end;
        RunReport report = new RunReport(0, 0, reason, BEGUN, BEGUN.plusSeconds(1), 0.5, 0.1, 1 << 20);
        return new RunSighting.Ended(report, Optional.empty(), progress);
    }

    @Override
    public void kill(RunOrder order) {
        ends.put(order.name(), "killed");
    }
}
