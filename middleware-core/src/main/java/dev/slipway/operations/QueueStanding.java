package dev.slipway.operations;

import dev.slipway.job.JobState;
import dev.slipway.stoppage.Stoppage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the queue stands.
 *
 * @param drained the stoppage of all launches
 * @param shortage of space on the disks, which keeps all jobs from being let in and launched
 * @param jobs how many are in each state, those that nobody is in too
 * @param blocked jobs that wait for an outage to end or a pause
 * @param held jobs that their users hold
 * @param closed how many ended so, by the words of outcomes
 */
public record QueueStanding(
        Optional<Stoppage> drained,
        Optional<String> shortage,
        List<PartitionStanding> partitions,
        Map<JobState, Long> jobs,
        long blocked,
        long held,
        Map<String, Long> closed,
        List<LimitUse> limits,
        List<Disk> disks) {

    /**
     * A file system that the service writes to.
     *
     * @param spare bytes that stay free: with less, no job is let in or launched
     */
    public record Disk(Use use, long free, long spare) {

        /** What it holds. */
        public enum Use {
            RUN_FOLDERS,
            RESULTS
        }
    }
}
