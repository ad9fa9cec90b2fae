package dev.slipway.faults;

import dev.slipway.job.JobEvent;
import dev.slipway.job.JobLifecycle;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays all scenarios once without kills, to learn which points each passes. Then the matrix plays a scenario once for
 * each point that no earlier scenario passed, and kills the victim when it first reaches that point. The whole matrix
 * also kills once more when recovery reaches the point again.
 */
final class Matrix {
    private static final Logger LOG = LoggerFactory.getLogger(Matrix.class);
    private static final int TRIES = 3;

    /**
     * The events of runs at a cluster and on lists of hosts. The matrix has neither. The benchmark of outages kills the
     * service beside a cluster, and HostsKillsIT kills the service beside a list of hosts.
     */
    private static final Set<JobEvent.Kind> ELSEWHERE =
            Set.of(JobEvent.Kind.CLUSTER_ACCEPTED, JobEvent.Kind.CLUSTER_STAGE, JobEvent.Kind.HOSTS_GIVEN);

    private final int killsAtOnePoint;
    private final Queue<Kill> kills = new ConcurrentLinkedQueue<>();
    private final Map<String, Set<String>> passed = new ConcurrentHashMap<>();
    private final Set<String> hit = Collections.synchronizedSet(new TreeSet<>());
    private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    private final List<Duration> starts = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> declared = new TreeSet<>();
    private final AtomicInteger killed = new AtomicInteger();
    private final AtomicInteger plays = new AtomicInteger();
    private Duration time = Duration.ZERO;

    /** Describes one entry of the matrix. */
    private record Kill(Scenario scenario, String point, int tries) {}

    /** The points at which to kill: 1 is each point, and 3 is each third, which takes a third of the time. */
    private static final int EACH = Integer.getInteger("slipway.crash.each", 1);

    /** Makes other points come up each day. */
    private static final long TODAY = LocalDate.now().toEpochDay();

    private Matrix(int killsAtOnePoint) {
        this.killsAtOnePoint = killsAtOnePoint;
    }

    /**
     * Plays everything in this number of lanes at once.
     *
     * @param kills at each point in one play: the second kill comes when recovery reaches the point again
     */
    static Matrix play(World world, int lanes, int kills) throws Exception {
        long begun = System.nanoTime();
        Matrix matrix = new Matrix(kills);
        List<Lane> open = new ArrayList<>();
        try {
            for (int i = 0; i < lanes; i++) {
                open.add(new Lane("lane" + i, world));
            }
            open.get(0).client.warmUp();
            open.forEach(lane -> lane.client.start());
            matrix.declare(open.get(0).client.ask("effects"));
            Queue<Scenario> scenarios = new ConcurrentLinkedQueue<>(Scenario.all());
            matrix.inAll(open, lane -> matrix.learn(lane, scenarios));
            matrix.plan();
            matrix.inAll(open, matrix::kill);
            open.forEach(lane -> matrix.starts.addAll(lane.client.starts()));
        } finally {
            for (Lane lane : open) {
                lane.close();
            }
        }
        matrix.time = Duration.ofNanos(System.nanoTime() - begun);
        return matrix;
    }

    private interface Work {
        void in(Lane lane) throws IOException, SQLException;
    }

    private void inAll(List<Lane> lanes, Work work) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(lanes.size());
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (Lane lane : lanes) {
                ends.add(threads.submit(() -> {
                    work.in(lane);
                    return lane;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void declare(String effects) {
        for (String effect : effects.split("\\|")) {
            String points = effect.substring(effect.indexOf('=') + 1);
            if (points.isEmpty()) {
                wrong.add(effect + " declares no point");
            }
            declared.addAll(Arrays.asList(points.split(";")));
        }
        for (JobLifecycle.Row row : JobLifecycle.table()) {
            if (ELSEWHERE.contains(row.event())) {
                continue;
            }
            String name = KillSwitch.row(row.from(), row.event());
            declared.add(KillSwitch.before(name));
            declared.add(KillSwitch.after(name));
        }
    }

    private void learn(Lane lane, Queue<Scenario> scenarios) throws IOException, SQLException {
        for (Scenario next = scenarios.poll(); next != null; next = scenarios.poll()) {
            lane.client.arm("nowhere", 0);
            played(lane, next, "in peace");
            passed.put(next.name(), lane.client.passed());
        }
    }

    /** Assigns each point to the first scenario there. */
    private void plan() {
        Set<String> planned = new LinkedHashSet<>();
        for (Scenario scenario : Scenario.all()) {
            for (String point : passed.get(scenario.name())) {
                if (!planned.add(point)) {
                    continue;
                }
                if (!declared.contains(point)) {
                    found(point + " is passed, and no effect that the middleware names declares it");
                }
                if ((planned.size() + TODAY) % EACH == 0) {
                    kills.add(new Kill(scenario, point, 1));
                }
            }
        }
    }

    private void kill(Lane lane) throws IOException, SQLException {
        for (Kill next = kills.poll(); next != null; next = kills.poll()) {
            lane.client.arm(next.point(), killsAtOnePoint);
            played(lane, next.scenario(), "killed at \"" + next.point() + "\"");
            int times = lane.client.disarm();
            killed.addAndGet(times);
            if (times > 0) {
                hit.add(next.point());
            } else if (next.tries() < TRIES) {
                kills.add(new Kill(next.scenario(), next.point(), next.tries() + 1));
            } else {
                found(next.scenario().name() + " never stood at \"" + next.point() + "\"");
            }
        }
    }

    private void played(Lane lane, Scenario scenario, String how) throws IOException, SQLException {
        String sid = lane.name + "-" + plays.incrementAndGet();
        LOG.info("{}: {}, {}", sid, scenario.name(), how);
        try {
            for (ExpectedEnd expected : scenario.life().play(lane, sid)) {
                for (String finding : ClosedJobCheck.on(lane, expected)) {
                    found(scenario.name() + ", " + how + ", job " + expected.sid() + ": " + finding);
                }
            }
        } catch (AssertionError | RuntimeException e) {
            found(scenario.name() + ", " + how + ": " + e);
            lane.reset();
        }
    }

    private void found(String finding) {
        LOG.warn("{}", finding);
        wrong.add(finding);
    }

    /** Returns all faults; empty after a good run. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Returns the declared points and rows of the life cycle at which no victim was killed. */
    Set<String> missed() {
        Set<String> missed = new TreeSet<>(declared);
        missed.removeAll(hit);
        if (EACH > 1) {
            // All other points were at least passed without a kill.
            passed.values().forEach(missed::removeAll);
        }
        return missed;
    }

    int points() {
        return hit.size();
    }

    /** Returns a table for people. */
    String report() {
        List<Duration> sorted = starts.stream().sorted().toList();
        return """
                %d points, %d kills, %d plays of %d scenarios in %d s; \
                start of a victim: median %d ms, least %d, most %d%n%s""".formatted(
                        hit.size(),
                        killed.get(),
                        plays.get(),
                        Scenario.all().size(),
                        time.toSeconds(),
                        sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2).toMillis(),
                        sorted.isEmpty() ? 0 : sorted.get(0).toMillis(),
                        sorted.isEmpty() ? 0 : sorted.get(sorted.size() - 1).toMillis(),
                        String.join("\n", wrong));
    }
}
