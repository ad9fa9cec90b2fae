package dev.slipway.run;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings of runs, on this machine and on clusters.
 *
 * @param here the settings of runs on this machine, of which clusters use the guard and the programs
 * @param clusters the clusters, with distinct names
 */
public record RunSettings(MpirunSettings here, List<ClusterSettings> clusters) {
    public RunSettings {
        clusters = List.copyOf(clusters);
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
