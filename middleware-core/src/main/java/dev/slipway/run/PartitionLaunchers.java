package dev.slipway.run;

import dev.slipway.effect.KillPoint;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Leads each call to the launcher of the run: the launcher of the cluster or the hosts that got the run, or else of the
 * cluster or the hosts beneath the run's partition, or else of this machine. A run that a cluster or hosts got stays
 * there, also if the operator changes the partition meanwhile. Otherwise the run could start a second time elsewhere.
 */
public final class PartitionLaunchers implements Launcher {
    private final Launcher machine;
    private final Map<String, Launcher> clusters;
    private final Map<String, String> clusterOf;
    private final OverHosts hosts;

    /**
     * The launcher of runs over lists of hosts.
     *
     * @param launcher the launcher, which also has runs of partitions that have no list any more
     * @param partitions the partitions with a list
     */
    public record OverHosts(Launcher launcher, Set<String> partitions) {
        public OverHosts {
            partitions = Set.copyOf(partitions);
        }
    }

    /**
     * @param machine the launcher of this machine
     * @param clusters the launchers of clusters by the clusters' names
     * @param clusterOf the cluster of each partition that has one
     */
    public PartitionLaunchers(
            Launcher machine, OverHosts hosts, Map<String, Launcher> clusters, Map<String, String> clusterOf) {
        this.machine = machine;
        this.hosts = hosts;
        this.clusters = Map.copyOf(clusters);
        this.clusterOf = Map.copyOf(clusterOf);
        clusterOf.forEach((partition, cluster) -> {
            if (!clusters.containsKey(cluster)) {
                throw new IllegalArgumentException("partition " + partition + ": there is no cluster " + cluster);
            }
        });
    }

    private Launcher of(RunOrder order) {
        Optional<String> given = ClusterNote.read(order.folder()).map(ClusterNote::cluster);
        if (given.isPresent() && !clusters.containsKey(given.get())) {
            throw new ProblemException(Problem.of(
                    ProblemCode.CLUSTER_AWAY,
                    "the run " + order.name() + " was given to cluster " + given.get()
                            + ", which the settings do not name any more"));
        }
        if (given.isEmpty() && HostsNote.read(order.folder()).isPresent()) {
            return hosts.launcher();
        }
        return given.map(clusters::get).orElseGet(() -> of(order.partition()));
    }

    private Launcher of(String partition) {
        if (hosts.partitions().contains(partition)) {
            return hosts.launcher();
        }
        return Optional.ofNullable(clusterOf.get(partition)).map(clusters::get).orElse(machine);
    }

    @Override
    public List<KillPoint> killPoints() {
        Stream<Launcher> here =
                hosts.partitions().isEmpty() ? Stream.of(machine) : Stream.of(machine, hosts.launcher());
        return Stream.concat(here, clusters.values().stream())
                .flatMap(launcher -> launcher.killPoints().stream())
                .distinct()
                .toList();
    }

    @Override
    public String machine(RunOrder order) {
        return of(order.partition()).machine(order);
    }

    @Override
    public List<Problem> obstacles(String partition, String submitter, LaunchRequest request) {
        return of(partition).obstacles(partition, submitter, request);
    }

    @Override
    public List<Problem> trial(RunOrder order) throws InterruptedException {
        return of(order.partition()).trial(order);
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return of(order).plan(order);
    }

    @Override
    public boolean reserve(RunOrder order) {
        return of(order).reserve(order);
    }

    @Override
    public void release(RunOrder order) {
        of(order).release(order);
    }

    @Override
    public Map<String, Integer> freeSlots() {
        return hosts.launcher().freeSlots();
    }

    @Override
    public List<RunHost> hosts(RunOrder order) {
        return hosts.launcher().hosts(order);
    }

    @Override
    public void start(RunOrder order) throws InterruptedException {
        of(order).start(order);
    }

    @Override
    public boolean startsTogether(RunOrder order) {
        return of(order.partition()).startsTogether(order);
    }

    @Override
    public Map<RunOrder, Problem> startAll(List<RunOrder> orders) throws InterruptedException {
        Map<RunOrder, Problem> problems = new HashMap<>();
        Map<Launcher, List<RunOrder>> byLauncher = new LinkedHashMap<>();
        for (RunOrder order : orders) {
            try {
                byLauncher
                        .computeIfAbsent(of(order), launcher -> new ArrayList<>())
                        .add(order);
            } catch (ProblemException e) {
                problems.put(order, e.problem());
            }
        }
        for (Map.Entry<Launcher, List<RunOrder>> some : byLauncher.entrySet()) {
            problems.putAll(some.getKey().startAll(some.getValue()));
        }
        return problems;
    }

    @Override
    public RunSighting look(RunOrder order) throws InterruptedException {
        return of(order).look(order);
    }

    @Override
    public boolean hasNews(RunOrder order) {
        return of(order.partition()).hasNews(order);
    }

    @Override
    public Optional<ClusterRun> given(RunOrder order) {
        return ClusterNote.given(order.folder());
    }

    @Override
    public Optional<Problem> check(String cluster) throws InterruptedException {
        return Optional.ofNullable(clusters.get(cluster)).orElse(machine).check(cluster);
    }

    @Override
    public void kill(RunOrder order) throws InterruptedException {
        of(order).kill(order);
    }

    @Override
    public void abandon(RunOrder order) throws InterruptedException {
        of(order).abandon(order);
    }

    @Override
    public void close() {
        machine.close();
        clusters.values().forEach(Launcher::close);
    }
}
