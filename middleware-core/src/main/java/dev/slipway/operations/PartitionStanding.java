package dev.slipway.operations;

import dev.slipway.stoppage.Stoppage;
import java.util.Optional;

/**
 * How a partition stands.
 *
 * @param taken slots of the runs
 * @param ready jobs that wait for a launch
 * @param why these wait; empty if none does, or if they are just being launched
 * @param held ready jobs that their users hold
 * @param coming jobs that are queued or stage in for it
 * @param drained the stoppage of this partition alone
 */
public record PartitionStanding(
        String name,
        int slots,
        int taken,
        int runs,
        int ready,
        Optional<String> why,
        int held,
        int coming,
        Optional<Stoppage> drained) {

    /** Slots that no run holds. */
    public int idle() {
        return Math.max(0, slots - taken);
    }
}
