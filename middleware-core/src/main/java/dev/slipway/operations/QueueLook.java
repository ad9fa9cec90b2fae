package dev.slipway.operations;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.job.JobState;
import dev.slipway.journal.store.JobCounts;
import dev.slipway.journal.store.JobCounts.Count;
import dev.slipway.operations.LimitUse.Limit;
import dev.slipway.operations.QueueStanding.Disk;
import dev.slipway.problem.Problem;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.Storage;
import dev.slipway.stoppage.Stoppage.Launches;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Examines the queue as a whole.
 *
 * @param storage the storage with the reported file systems
 * @param now the present limits
 */
public record QueueLook(
        Dispatcher dispatcher, MetaScheduler scheduler, JobCounts counts, Storage storage, Supplier<Limits> now) {

    /**
     * The operator's limits.
     *
     * @param partitions the names of the partitions
     */
    public record Limits(List<String> partitions, int stepsAtOnce, QueueSettings queue, int waitingJobsPerUser) {
        public Limits {
            partitions = List.copyOf(partitions);
        }
    }

    boolean hasPartition(String name) {
        return now.get().partitions().contains(name);
    }

    QueueStanding standing() {
        Optional<String> shortage = dispatcher.shortage().map(Problem::message);
        Limits limits = now.get();
        return new QueueStanding(
                dispatcher.stoppages().of(new Launches()),
                shortage,
                limits.partitions().stream()
                        .map(name -> partition(name, shortage))
                        .toList(),
                jobs(counts.all()),
                uses(limits),
                disks());
    }

    private static QueueStanding.Jobs jobs(List<Count> all) {
        return new QueueStanding.Jobs(
                Arrays.stream(JobState.values())
                        .collect(Collectors.toMap(
                                Function.identity(),
                                state -> jobs(all, count -> count.state() == state),
                                Long::sum,
                                TreeMap::new)),
                jobs(all, Count::blocked),
                jobs(all, count -> count.held() && count.outcome().isEmpty()),
                closed(all));
    }

    private static long jobs(List<Count> counts, Predicate<Count> which) {
        return counts.stream().filter(which).mapToLong(Count::jobs).sum();
    }

    private static Map<String, Long> closed(List<Count> counts) {
        return counts.stream()
                .filter(count -> count.state() == JobState.CLOSED)
                .collect(Collectors.toMap(count -> count.outcome().orElse(""), Count::jobs, Long::sum, TreeMap::new));
    }

    private PartitionStanding partition(String name, Optional<String> shortage) {
        MetaScheduler.Load load = scheduler.load(name);
        return new PartitionStanding(
                name,
                load.slots(),
                load.taken(),
                load.runs(),
                new PartitionStanding.Waiting(
                        load.ready(),
                        load.ready() == 0 ? Optional.empty() : why(name, load, shortage),
                        load.held(),
                        load.coming()),
                dispatcher.stoppages().of(new LaunchesOn(name)));
    }

    private Optional<String> why(String partition, MetaScheduler.Load load, Optional<String> shortage) {
        int free = Math.max(0, load.slots() - load.taken());
        return shortage.or(() -> dispatcher.stoppages().ofLaunches(partition).map(stoppage -> stoppage.words()))
                .or(() -> load.next() <= free
                        ? Optional.empty()
                        : Optional.of("the first needs " + load.next() + (load.next() == 1 ? " slot" : " slots")
                                + ", and " + free + (free == 1 ? " is" : " are") + " idle"));
    }

    private List<LimitUse> uses(Limits limits) {
        MetaScheduler.Use use = scheduler.use();
        return List.of(
                new LimitUse(
                        Limit.JOBS_STAGING_IN,
                        use.places().taken(),
                        use.places().all()),
                new LimitUse(Limit.STEPS_AT_ONCE, dispatcher.stepsMoving(), limits.stepsAtOnce()),
                new LimitUse(
                        Limit.JOBS_PER_USER, use.mostInside(), limits.queue().jobsPerUser()),
                new LimitUse(Limit.WAITING_JOBS_PER_USER, use.mostWaiting(), limits.waitingJobsPerUser()),
                new LimitUse(
                        Limit.SCRATCH_BYTES, use.scratchBytes(), limits.queue().scratchBytes()));
    }

    private List<Disk> disks() {
        long spare = storage.settings().spareBytes();
        return List.of(
                new Disk(Disk.Use.RUN_FOLDERS, storage.scratch().toFile().getUsableSpace(), spare),
                new Disk(Disk.Use.RESULTS, storage.results().toFile().getUsableSpace(), spare));
    }
}
