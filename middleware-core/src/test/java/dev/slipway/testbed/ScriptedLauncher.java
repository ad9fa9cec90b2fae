package dev.slipway.testbed;

import dev.slipway.effect.KillPoint;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs that start and end when the test says so. Outlives the middleware as guards do. */
public final class ScriptedLauncher implements Launcher {
    /** The time that each run takes, by its report. */
    public volatile Duration took = Duration.ZERO;

    private final Map<String, RunSighting> runs = new ConcurrentHashMap<>();
    private final Map<String, ClusterRun> clusters = new ConcurrentHashMap<>();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<String> killed = new CopyOnWriteArrayList<>();
    private volatile Optional<Problem> refusal = Optional.empty();
    private volatile Optional<Problem> outage = Optional.empty();
    private volatile Optional<Problem> resistance = Optional.empty();
    private volatile boolean failing;
    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean endsAtOnce;
    private volatile boolean silent;
    private volatile boolean together;

    private volatile Optional<ClusterRun> taker = Optional.empty();

    /** Runs that start from now on do not tell how far they are. */
    public void beSilent() {
        silent = true;
    }

    public void endAtOnce() {
        endsAtOnce = true;
    }

    public void runOn() {
        endsAtOnce = false;
    }

    /** Looks so far, at all runs. */
    public int looks() {
        return looks.get();
    }

    public void refuse(Problem problem) {
        refusal = Optional.of(problem);
    }

    /** Refuses no request from now on. */
    public void relent() {
        refusal = Optional.empty();
    }

    public void breakDown(Optional<Problem> problem) {
        outage = problem;
    }

    /** Makes every kill end with an unexpected error, until {@link #resist}. */
    public void failUnexpectedly() {
        failing = true;
    }

    /** Makes every kill end with this problem; empty lets kills succeed. */
    public void resist(Optional<Problem> problem) {
        resistance = problem;
        failing = false;
    }

    public List<String> started() {
        return started;
    }

    public List<String> killed() {
        return killed;
    }

    public void end(String name, int exitStatus) {
        runs.put(name, ended(exitStatus, "exited"));
    }

    /** Ends a run as the guard does at the limit on elapsed time. */
    public void endAtWallTime(String name) {
        runs.put(name, ended(137, "wall-time"));
    }

    public void lose(String name) {
        runs.put(name, new RunSighting.Lost());
    }

    /** Runs that are ready at once are visited together from now on. */
    public void startTogether() {
        together = true;
    }

    /** Gives a run to a cluster, where it waits as this sighting says. */
    public void queue(String name, ClusterRun at, RunSighting.Waiting waiting) {
        clusters.put(name, at);
        runs.put(name, waiting);
    }

    /** Lets a cluster accept each run that starts from now on, and give no answer afterwards. */
    public void acceptAndFallSilent(ClusterRun at) {
        taker = Optional.of(at);
    }

    /** Lets a run that waited at its cluster run. */
    public void resume(String name) {
        runs.put(name, new RunSighting.Running(Optional.empty()));
    }

    private RunSighting ended(int exitStatus, String reason) {
        Instant at = Instant.EPOCH;
        return new RunSighting.Ended(
                new RunReport(exitStatus, 0, reason, at, at.plus(took), 1, 2, 3),
                Optional.empty(),
                Optional.of(new RunProgress(10, 10, Map.of("var_mean_99", 1.5))));
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of();
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        refusal.ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        return new LaunchPlan(List.of("mpirun", order.request().application().title()), "here");
    }

    @Override
    public void start(RunOrder order) {
        outage.ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        if (runs.containsKey(order.name())) {
            throw new AssertionError("run " + order.name() + " started twice");
        }
        try {
            Files.writeString(order.folder().files().resolve("stdout.txt"), "hello from the run\n");
            Files.writeString(order.folder().files().resolve("stderr.txt"), "warning: \u001b[31mred\u001b[0m\n");
            Files.writeString(order.folder().files().resolve("pnl.csv"), "scenario,pnl\n0,1.5\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        runs.put(
                order.name(),
                endsAtOnce
                        ? ended(0, "exited")
                        : new RunSighting.Running(
                                silent ? Optional.empty() : Optional.of(new RunProgress(5, 10, Map.of()))));
        taker.ifPresent(at -> {
            clusters.put(order.name(), at);
            outage = Optional.of(Problem.of(ProblemCode.CLUSTER_AWAY, "no answer"));
        });
        // This comes last, because a test that waits for the start may end the run at once.
        started.add(order.name());
    }

    @Override
    public boolean startsTogether(RunOrder order) {
        return together;
    }

    @Override
    public RunSighting look(RunOrder order) {
        looks.incrementAndGet();
        outage.filter(problem -> runs.containsKey(order.name())).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        return runs.getOrDefault(order.name(), new RunSighting.Unclaimed());
    }

    @Override
    public Optional<ClusterRun> given(RunOrder order) {
        return Optional.ofNullable(clusters.get(order.name()));
    }

    @Override
    public void kill(RunOrder order) {
        if (failing) {
            throw new IllegalStateException("kill fails, as the test says");
        }
        resistance.ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        killed.add(order.name());
        runs.computeIfPresent(
                order.name(), (name, run) -> run instanceof RunSighting.Running ? ended(137, "killed") : run);
        runs.putIfAbsent(order.name(), ended(137, "killed"));
    }
}
