package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.problem.Problem;
import dev.slipway.stoppage.Stoppage;
import dev.slipway.stoppage.Stoppages;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells which launches the partitions and the operators' drains allow. */
record Launches(Partitions partitions, Stoppages stoppages) {

    /** Returns why the job can never be launched on its partition. */
    Optional<Problem> obstacle(Job job) {
        return partitions.obstacle(partition(job), job.request().launch());
    }

    /** Returns why the partition refuses the job, apart from missing slots. */
    Optional<Problem> refusal(Job job) {
        return partitions.refusal(partition(job), job.request().launch());
    }

    /** Describes the drain, or the missing slots, for which the job waits. */
    Optional<String> stopped(Job job) {
        return stoppages.ofLaunches(partition(job)).map(Stoppage::words).or(() -> partitions
                .noSlots(partition(job), job.request().launch())
                .map(Problem::message));
    }

    /** Returns the names of the drained partitions. */
    Set<String> drained() {
        return partitions.names().stream()
                .filter(name -> stoppages.ofLaunches(name).isPresent())
                .collect(Collectors.toSet());
    }

    private static String partition(Job job) {
        return job.acceptance().partition();
    }
}
