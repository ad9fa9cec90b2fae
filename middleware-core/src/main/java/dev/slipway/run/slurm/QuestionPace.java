package dev.slipway.run.slurm;

import java.time.Duration;
import java.util.Optional;

/**
 * Decides when a cluster is asked for the states of its runs again: after an interval, and sooner for a run that has a
 * recorded end. The user of a run can forge the record. So the gap before such an early question doubles with each
 * answer that does not confirm the end. The gap also grows with the number of runs, and with the time that the cluster
 * needed for the last answer. With many runs, the cluster is asked once in an interval.
 *
 * @param interval the longest gap between two questions
 */
record QuestionPace(Duration interval) {
    private static final Duration LEAST_GAP = Duration.ofMillis(100);
    private static final Duration GAP_PER_RUN = Duration.ofMillis(4);

    /** The gap before an early question, in multiples of the time that the last answer took. */
    private static final int GAP_PER_ANSWER = 4;

    /**
     * Returns the nanoseconds between the last question and the next one.
     *
     * @param last the time of the last question
     * @param took the nanoseconds that the cluster needed for the last answer
     * @param runs the number of runs that a question is about
     * @param recorded the time at which the recorded end of the run was seen first; empty without such a record
     */
    long gap(long last, long took, int runs, Optional<Long> recorded) {
        if (recorded.isEmpty()) {
            return interval.toNanos();
        }
        long ofRuns = LEAST_GAP.plus(GAP_PER_RUN.multipliedBy(runs)).toNanos();
        long doubled = last - recorded.get();
        return Math.min(interval.toNanos(), Math.max(doubled, Math.max(ofRuns, GAP_PER_ANSWER * took)));
    }
}
