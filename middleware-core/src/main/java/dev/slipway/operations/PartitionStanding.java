package dev.slipway.operations;

import dev.slipway.stoppage.Stoppage;
import java.util.Optional;

/**
 * The standing of a partition.
 *
 * @param taken the slots that runs take
 * @param drained the stoppage of this partition alone
 */
public record PartitionStanding(
        String name, int slots, int taken, int runs, Waiting waiting, Optional<Stoppage> drained) {

    /**
     * The jobs that have not been launched.
     *
     * @param ready the number of jobs that wait for a launch
     * @param why the reason for their wait; empty if no job waits, or if the jobs are just being launched
     * @param held the ready jobs that their users hold
     * @param coming the jobs for the partition that are queued or stage in
     */
    public record Waiting(int ready, Optional<String> why, int held, int coming) {}

    /** Returns the slots that no run holds. */
    public int idle() {
        return Math.max(0, slots - taken);
    }
}
