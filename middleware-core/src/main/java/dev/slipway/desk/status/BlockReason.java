package dev.slipway.desk.status;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.queue.MetaScheduler;
import java.util.Optional;

/**
 * The reasons why a job at the head of the queue is not let in or not launched, or why its steps do not move.
 *
 * @param limit the limit of the queue that the job has reached; empty if no limit concerns the job
 * @param share words that say that users with less go first; a share alone never blocks a job
 * @param shortage a shortage of disk space, which concerns every job that waits for its turn
 * @param drain words about a drain of the job's partition or of the service, or about a partition that is gone or too
 *     small since a reload; they concern the launch
 * @param steps the job's steps that wait for other steps
 */
public record BlockReason(
        Optional<String> limit,
        Optional<String> share,
        Optional<Problem> shortage,
        Optional<String> drain,
        StepWaits steps) {

    /** Collects the reasons that hold for a job now, from the queue and the dispatcher. */
    public static BlockReason of(Job job, MetaScheduler scheduler, Dispatcher dispatcher) {
        return new BlockReason(
                scheduler.limit(job.token()),
                scheduler.share(job.token()),
                dispatcher.shortage(),
                dispatcher.launchesStopped(job),
                new StepWaits(job.owner(), dispatcher.waits(job)));
    }

    Optional<String> why(JobState state) {
        return shortage.map(Problem::message).or(() -> limit).or(() -> drain(state));
    }

    private Optional<String> drain(JobState state) {
        return drain.filter(words -> state == JobState.READY);
    }
}
