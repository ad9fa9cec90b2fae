package dev.slipway.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings of runs, on this machine and on clusters.
 *
 * @param here the settings of runs on this machine, of which clusters use the guard and the programs
 * @param clusters the clusters, with distinct names
 * @param lists the lists of hosts, one for each partition that lies on hosts
 */
public record RunSettings(MpirunSettings here, List<ClusterSettings> clusters, List<HostList> lists) {
    public RunSettings {
        clusters = List.copyOf(clusters);
        lists = List.copyOf(lists);
        Map<String, Integer> slots = new HashMap<>();
        for (RunHost host :
                lists.stream().flatMap(list -> list.hosts().stream()).toList()) {
            if (slots.merge(host.name(), host.slots(), (before, now) -> before.equals(now) ? now : 0) == 0) {
                throw new IllegalArgumentException("two partitions give host " + host.name() + " different slots");
            }
        }
        if (clusters.stream().map(ClusterSettings::name).distinct().count() < clusters.size()) {
            throw new IllegalArgumentException("a cluster is named twice");
        }
        long queues = clusters.stream()
                .flatMap(cluster -> cluster.queues().keySet().stream())
                .distinct()
                .count();
        if (queues
                < clusters.stream().mapToInt(cluster -> cluster.queues().size()).sum()) {
            throw new IllegalArgumentException("a partition has two clusters");
        }
    }

    /** Makes the settings of a service without lists of hosts. */
    public RunSettings(MpirunSettings here, List<ClusterSettings> clusters) {
        this(here, clusters, List.of());
    }

    /** Makes the settings of a service without clusters. */
    public RunSettings(MpirunSettings here) {
        this(here, List.of());
    }

    /** Returns the name of the cluster beneath each partition that has one. */
    public Map<String, String> clusterOfPartition() {
        return clusters.stream()
                .flatMap(cluster ->
                        cluster.queues().keySet().stream().map(partition -> Map.entry(partition, cluster.name())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
