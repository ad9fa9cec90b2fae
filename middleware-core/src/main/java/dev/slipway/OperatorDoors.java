package dev.slipway;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.journal.store.JobCounts;
import dev.slipway.operations.CheckRound;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.operations.QueueLook;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.staging.Place;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Makes the entry for operators. */
record OperatorDoors(Dispatcher dispatcher, QueueLook queue, List<Place> clusters) {

    static OperatorDoors of(
            MiddlewareSettings settings, DataSource dataSource, Dispatcher dispatcher, MetaScheduler scheduler) {
        QueueLook.Limits limits = new QueueLook.Limits(
                settings.partitions(),
                settings.dispatch().steps().all(),
                settings.queue(),
                settings.intake().waitingJobsPerUser());
        JobCounts counts = new JobCounts(dataSource);
        QueueLook look = new QueueLook(dispatcher, scheduler, counts, Middleware.storage(settings), limits);
        List<Place> clusters = settings.runs().clusters().stream()
                .<Place>map(cluster -> new Place.Cluster(cluster.name()))
                .toList();
        return new OperatorDoors(dispatcher, look, clusters);
    }

    /** Opens the entry, as {@link Middleware#operations} says. */
    OperationsDesk open(List<Place> places, Duration checks, DelayedTasks tasks) {
        List<Place> all = Stream.concat(places.stream(), clusters.stream()).toList();
        if (!all.isEmpty() && !checks.isZero()) {
            tasks.each(Duration.ZERO, checks.dividedBy(all.size()), new CheckRound(all, dispatcher::ask));
        }
        return new OperationsDesk(dispatcher, queue, all);
    }
}
