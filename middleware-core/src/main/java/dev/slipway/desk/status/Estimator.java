package dev.slipway.desk.status;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Estimates durations from earlier durations. Pure: the same numbers give the same answer. */
final class Estimator {
    private Estimator() {}

    /** A duration without a known end. Sums with this value stay above it. */
    static final Duration NEVER = Duration.ofDays(365_000);

    /**
     * Estimates when a waiting job gets one of several places; empty if unknown.
     *
     * @param position the job's rank in the line, 1 for the next
     * @param places the number of places
     * @param taken the remaining time of each job that has a place
     * @param typical the usual time for which a job keeps its place
     */
    static Optional<Duration> turn(int position, int places, List<Duration> taken, Duration typical) {
        PriorityQueue<Duration> free = new PriorityQueue<>(taken);
        int waits = places - taken.size();
        // More free places than jobs in the line make no difference.
        for (int more = 0; more < Math.min(waits, position); more++) {
            free.add(Duration.ZERO);
        }
        for (int before = 1; before < position; before++) {
            free.add(free.remove().plus(typical));
        }
        return known(free.element());
    }

    private static Optional<Duration> known(Duration when) {
        return Optional.of(when).filter(then -> then.compareTo(NEVER) < 0);
    }

    /** A run that holds slots. */
    record Holder(int processes, Duration left) {}

    /** A job that waits for slots, and the expected time of its run. */
    record Waiting(int processes, Duration run) {}

    /**
     * Estimates when the last job of a line can be launched, first come, first served: no job is launched before the
     * one in front. Empty if unknown.
     *
     * @param slots the slots of the partition
     * @param running the runs that hold slots now
     * @param line the waiting jobs, the job in question last
     */
    static Optional<Duration> launch(int slots, List<Holder> running, List<Waiting> line) {
        List<Holder> holders = new ArrayList<>(running);
        Duration now = Duration.ZERO;
        for (Waiting next : line) {
            holders.sort(Comparator.comparing(Holder::left));
            while (!holders.isEmpty() && free(slots, holders) < next.processes()) {
                Duration ended = holders.remove(0).left();
                now = ended.compareTo(now) > 0 ? ended : now;
            }
            holders.add(new Holder(next.processes(), now.plus(next.run())));
        }
        return known(now);
    }

    private static int free(int slots, List<Holder> holders) {
        return slots - holders.stream().mapToInt(Holder::processes).sum();
    }

    /**
     * Returns the remaining time if {@code done} of {@code of} equal parts took {@code elapsed}; empty before the first
     * part.
     */
    static Optional<Duration> byShare(Duration elapsed, long done, long of) {
        if (done <= 0 || of < done || elapsed.isNegative()) {
            return Optional.empty();
        }
        double seconds = elapsed.toMillis() / 1000.0 * (of - done) / done;
        return Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
    }
}
