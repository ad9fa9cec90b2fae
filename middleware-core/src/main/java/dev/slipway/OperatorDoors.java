package dev.slipway;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Timer;
import dev.slipway.journal.store.JobCounts;
import dev.slipway.operations.CheckRound;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.operations.QueueLook;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.request.Place;
import dev.slipway.run.Partition;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Makes the entry for operators. */
record OperatorDoors(Dispatcher dispatcher, QueueLook queue, List<Place> clusters) {

    /** @param now the present settings */
    static OperatorDoors of(
            Supplier<MiddlewareSettings> now, DataSource dataSource, Dispatcher dispatcher, MetaScheduler scheduler) {
        JobCounts counts = new JobCounts(dataSource);
        MiddlewareSettings first = now.get();
        QueueLook look = new QueueLook(dispatcher, scheduler, counts, first.disks(), () -> limits(now.get()));
        List<Place> clusters = first.runs().clusters().stream()
                .<Place>map(cluster -> new Place.Cluster(cluster.name()))
                .toList();
        return new OperatorDoors(dispatcher, look, clusters);
    }

    private static QueueLook.Limits limits(MiddlewareSettings settings) {
        return new QueueLook.Limits(
                settings.partitions().stream().map(Partition::name).toList(),
                settings.dispatch().steps().all(),
                settings.queue(),
                settings.intake().waitingJobsPerUser());
    }

    /** Opens the entry, as {@link Middleware#operations} says. */
    OperationsDesk open(Supplier<List<Place>> places, Duration checks, Timer tasks) {
        Supplier<List<Place>> all =
                () -> Stream.concat(places.get().stream(), clusters.stream()).toList();
        if (!checks.isZero()) {
            CheckRound round = new CheckRound(all, dispatcher::ask, checks);
            tasks.after(Duration.ZERO, () -> turn(round, tasks));
        }
        return new OperationsDesk(dispatcher, queue, all);
    }

    private static void turn(CheckRound round, Timer tasks) {
        tasks.after(round.turn(), () -> turn(round, tasks));
    }
}
