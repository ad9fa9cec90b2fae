package dev.slipway;

import dev.slipway.desk.Intake;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Partitions;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.RunSettings;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The present settings of the middleware, and the parts that take other settings while jobs run. Partitions, rules of
 * the queue, limits on submissions, application folders and accounts on clusters can change.
 */
final class LiveSettings {
    /** The settings of runs, with the application folders and accounts that the launchers hold. */
    private final RunSettings runs;

    private final Partitions partitions;
    private final MetaScheduler scheduler;
    private final Intake intake;
    private final Dispatcher dispatcher;
    private volatile MiddlewareSettings now;

    LiveSettings(
            MiddlewareSettings first,
            Partitions partitions,
            MetaScheduler scheduler,
            Intake intake,
            Dispatcher dispatcher) {
        this.now = first;
        this.runs = first.runs();
        this.partitions = partitions;
        this.scheduler = scheduler;
        this.intake = intake;
        this.dispatcher = dispatcher;
    }

    MiddlewareSettings now() {
        return now;
    }

    ApplicationFolders programs() {
        return runs.here().applications();
    }

    /** Prepares the change to other settings, as {@link Middleware#taking} says. */
    Runnable taking(MiddlewareSettings next) {
        Partitions others = new Partitions(next.partitions());
        Map<String, ClusterAccounts> granted = accounts(next.runs());
        Map<String, ClusterAccounts> held = accounts(runs);
        if (!granted.keySet().equals(held.keySet())) {
            throw new IllegalArgumentException("a running middleware cannot change its clusters");
        }
        return () -> dispatcher.reload(() -> {
            partitions.take(others);
            held.forEach((cluster, accounts) -> accounts.take(granted.get(cluster)));
            programs().take(next.mpirun().applications());
            intake.take(next.intake());
            scheduler.take(next.queue(), others.slots());
            now = next;
        });
    }

    private static Map<String, ClusterAccounts> accounts(RunSettings runs) {
        return runs.clusters().stream().collect(Collectors.toMap(ClusterSettings::name, ClusterSettings::accounts));
    }
}
