package dev.slipway.desk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Reckons how long things take from how long they took. Pure: the same numbers give the same answer. */
final class Estimator {
    private Estimator() {}

    /**
     * When a job comes to its turn that waits in one line for one of several places.
     *
     * @param position 1 for the next
     * @param left what each job that has a place still needs; as many places as there are such jobs
     * @param typical how long a job keeps its place
     */
    static Duration turn(int position, List<Duration> left, Duration typical) {
        PriorityQueue<Duration> free = new PriorityQueue<>(left.isEmpty() ? List.of(Duration.ZERO) : left);
        for (int before = 1; before < position; before++) {
            free.add(free.remove().plus(typical));
        }
        return free.element();
    }

    /** A run that holds slots. */
    record Holder(int processes, Duration left) {}

    /**
     * When the last job of a line can be launched, first come, first served: none is launched before the one in front of it.
     *
     * @param slots of the partition
     * @param running what holds slots now
     * @param line processes of each waiting job, the one that is asked about last
     * @param typical how long a run takes
     */
    static Duration launch(int slots, List<Holder> running, List<Integer> line, Duration typical) {
        List<Holder> holders = new ArrayList<>(running);
        Duration now = Duration.ZERO;
        for (int processes : line) {
            holders.sort(Comparator.comparing(Holder::left));
            while (!holders.isEmpty() && free(slots, holders) < processes) {
                Duration ended = holders.remove(0).left();
                now = ended.compareTo(now) > 0 ? ended : now;
            }
            holders.add(new Holder(processes, now.plus(typical)));
        }
        return now;
    }

    private static int free(int slots, List<Holder> holders) {
        return slots - holders.stream().mapToInt(Holder::processes).sum();
    }

    /** What is left of something that usually takes {@code typical}; nothing can be said of one that takes longer than usual. */
    static Optional<Duration> left(Duration elapsed, Duration typical) {
        return elapsed.compareTo(typical) < 0 ? Optional.of(typical.minus(elapsed)) : Optional.empty();
    }

    /** What is left when {@code done} of {@code of} equal parts took {@code elapsed}; empty before the first part. */
    static Optional<Duration> byShare(Duration elapsed, long done, long of) {
        if (done <= 0 || of < done || elapsed.isNegative()) {
            return Optional.empty();
        }
        double seconds = elapsed.toMillis() / 1000.0 * (of - done) / done;
        return Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
    }
}
