package dev.slipway.operations;

import dev.slipway.job.JobState;
import dev.slipway.stoppage.Stoppage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The standing of the queue.
 *
 * @param drained the stoppage of all launches
 * @param shortage a shortage of disk space, which keeps all jobs from being let in and launched
 */
public record QueueStanding(
        Optional<Stoppage> drained,
        Optional<String> shortage,
        List<PartitionStanding> partitions,
        Jobs jobs,
        List<LimitUse> limits,
        List<Disk> disks) {

    /**
     * The numbers of jobs.
     *
     * @param byState the number of jobs in each state, also for states without any job
     * @param blocked the number of jobs that wait for the end of an outage or of a pause
     * @param held the number of jobs that their users hold
     * @param closed the number of closed jobs by the words of outcomes
     */
    public record Jobs(Map<JobState, Long> byState, long blocked, long held, Map<String, Long> closed) {}

    /**
     * A file system that the service writes to.
     *
     * @param spare the bytes that stay free: with less, no job is let in or launched
     */
    public record Disk(Use use, long free, long spare) {

        /** The use of the file system. */
        public enum Use {
            RUN_FOLDERS,
            RESULTS
        }
    }
}
