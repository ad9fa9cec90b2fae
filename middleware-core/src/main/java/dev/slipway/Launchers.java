package dev.slipway;

import dev.slipway.health.AnswerLog;
import dev.slipway.request.Place;
import dev.slipway.run.ClusterAnswers;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.GuardedLauncher;
import dev.slipway.run.HostList;
import dev.slipway.run.Launcher;
import dev.slipway.run.PartitionLaunchers;
import dev.slipway.run.RunFolders;
import dev.slipway.run.hosts.HostsLauncher;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.run.slurm.SlurmLauncher;
import dev.slipway.run.slurm.SlurmRuns;
import dev.slipway.staging.PlaceHealth;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes the launchers that the settings name: of this machine, of all lists of hosts, and one for each cluster. */
final class Launchers {
    private Launchers() {}

    static Launcher of(MiddlewareSettings settings, RunFolders folders, Middleware.World world, AnswerLog answers) {
        Launcher here = new GuardedLauncher(settings.mpirun(), folders, settings.storage(), world.witness());
        // Runs that have hosts may be left from a time when the settings had lists.
        HostsLauncher hosts = new HostsLauncher(
                settings.runs().lists(),
                world.ways().hosts(),
                settings.mpirun(),
                folders,
                settings.storage(),
                world.witness());
        Map<String, Launcher> clusters = new LinkedHashMap<>();
        for (ClusterSettings cluster : settings.runs().clusters()) {
            ClusterWay way = world.ways().clusters().to(cluster);
            SlurmRuns runs =
                    new SlurmRuns(cluster, settings.mpirun(), folders, settings.storage(), way.users(), world.clock());
            clusters.put(
                    cluster.name(),
                    new SlurmLauncher(cluster, runs, way, world.witness(), heard(answers, world.clock())));
        }
        if (clusters.isEmpty() && settings.runs().lists().isEmpty() && !hosts.hasRuns()) {
            return here;
        }
        return new PartitionLaunchers(
                here,
                new PartitionLaunchers.OverHosts(
                        hosts,
                        settings.runs().lists().stream()
                                .map(HostList::partition)
                                .collect(Collectors.toSet())),
                clusters,
                settings.runs().clusterOfPartition());
    }

    private static ClusterAnswers heard(AnswerLog answers, Clock clock) {
        return (cluster, took, problem) -> answers.heardOften(
                new Place.Cluster(cluster).word(), new PlaceHealth.Answer(clock.instant(), took, problem));
    }
}
