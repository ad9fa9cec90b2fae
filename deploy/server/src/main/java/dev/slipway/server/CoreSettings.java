package dev.slipway.server;

import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.Offer;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.dispatch.StepLimits;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.Place;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.DocumentVariables;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.ServerSettings.Limits;
import dev.slipway.upload.UploadSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Translates the operator's keys into the settings of the middleware, and into the offer to users. */
final class CoreSettings {
    private CoreSettings() {}

    static MiddlewareSettings of(ServerSettings settings, HomeFolder home, Optional<RunIdentities> identities) {
        Limits limits = settings.limits();
        DispatchSettings pace = DispatchSettings.DEFAULTS;
        return new MiddlewareSettings(
                home.results(),
                home.scratch(),
                partitions(settings),
                queue(settings),
                new DispatchSettings(
                        new StepLimits(
                                limits.stepsAtOnce(),
                                limits.databaseConnections(),
                                limits.hostTransfers(),
                                limits.stepsPerUser()),
                        limits.stepsPerJob(),
                        pace.launchesAtOnce(),
                        pace.poll(),
                        pace.firstRetry(),
                        pace.lastRetry(),
                        new StallLimits(
                                limits.stepIdleTime(), limits.stepLeastRate().toBytes()),
                        limits.longestOutage()),
                new RunSettings(mpirun(settings, identities), clusters(settings), lists(settings)),
                new StorageSettings(
                        settings.retention().runFolders(),
                        settings.retention().results(),
                        limits.jobBytes().toBytes(),
                        limits.jobEntries(),
                        limits.spareSpace().toBytes(),
                        limits.spareEntries(),
                        settings.store().embedded() ? Optional.of(home.postgres()) : Optional.empty()),
                new IntakeSettings(
                        limits.jobsPerSweep(),
                        limits.waitingJobsPerUser(),
                        limits.documentBytesPerUser().toBytes(),
                        identities.isEmpty() && !settings.runsAsService(),
                        new UploadSettings(
                                home.uploads(),
                                settings.uploads().largest().toBytes(),
                                settings.uploads().perUser().toBytes(),
                                settings.uploads().keep())));
    }

    private static List<Partition> partitions(ServerSettings settings) {
        return settings.partitions().entrySet().stream()
                .map(entry -> new Partition(
                        entry.getKey(),
                        entry.getValue().allSlots(),
                        entry.getValue().wallTime(),
                        new DocumentVariables(entry.getValue().environment()),
                        entry.getValue().slotMemory().toBytes(),
                        entry.getValue().kind(),
                        entry.getValue().usersPrograms()))
                .toList();
    }

    private static MpirunSettings mpirun(ServerSettings settings, Optional<RunIdentities> identities) {
        return new MpirunSettings(
                settings.guard(),
                settings.mpirun(),
                settings.streamLauncher(),
                new ApplicationFolders(settings.applicationFolders()),
                identities,
                settings.limits().killGrace(),
                machine(),
                settings.groupOfRuns());
    }

    private static List<ClusterSettings> clusters(ServerSettings settings) {
        return settings.clusters().entrySet().stream()
                .map(entry -> entry.getValue().named(entry.getKey(), settings.partitions()))
                .toList();
    }

    private static List<HostList> lists(ServerSettings settings) {
        return settings.partitions().entrySet().stream()
                .filter(entry -> entry.getValue().onHosts())
                .map(entry -> entry.getValue().hosts().of(entry.getKey()))
                .toList();
    }

    private static QueueSettings queue(ServerSettings settings) {
        Limits limits = settings.limits();
        long scratch = limits.scratchBytes().toBytes();
        return new QueueSettings(
                QueueSettings.Order.named(settings.queue().policy()).orElseThrow(),
                limits.jobsStagingIn(),
                limits.jobsPerUser(),
                scratch == 0 ? Long.MAX_VALUE : scratch);
    }

    static Offer.Content offer(ServerSettings settings) {
        return new Offer.Content(
                partitions(settings),
                Stream.<Stream<Place>>of(
                                settings.sources().keySet().stream().map(Place.Source::new),
                                settings.hosts().keySet().stream().map(Place.Host::new),
                                settings.sites().keySet().stream().map(Place.Site::new),
                                settings.folders().keySet().stream().map(Place.Folder::new))
                        .flatMap(places -> places)
                        .toList(),
                new Offer.Limits(
                        settings.limits().jobsPerSweep(),
                        settings.limits().waitingJobsPerUser(),
                        settings.uploads().largest().toBytes(),
                        settings.uploads().perUser().toBytes()));
    }

    /** Returns the name of this machine. */
    static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
