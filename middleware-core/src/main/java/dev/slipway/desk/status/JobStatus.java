package dev.slipway.desk.status;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import dev.slipway.problem.Problem;
import dev.slipway.request.StepHead;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job in the form for every front end.
 *
 * @param since when the job entered the present state
 * @param held who holds the job, and since when; empty for a job that is not held
 * @param parent the job that this job runs again
 * @param membership the place of the job in its sweep; empty for a job outside a sweep
 * @param position the rank of a waiting job, 1 for the next; empty for all others
 * @param blocked the outage that the job waits for, if any
 * @param phases the states of the job so far, in order, each with the time span
 * @param steps all staging steps of the job, stage-in first, each direction in document order
 * @param run the size of the run, and how the run goes or went
 * @param resultsExpired whether the retention time of the results is over
 */
public record JobStatus(
        JobToken token,
        String name,
        String owner,
        JobState state,
        Instant since,
        Instant accepted,
        Optional<JobOutcome> outcome,
        Optional<Problem> blocked,
        Optional<Hold> held,
        boolean cancelRequested,
        Optional<JobToken> parent,
        Optional<Membership> membership,
        Optional<Integer> position,
        List<Phase> phases,
        List<Step> steps,
        Run run,
        boolean resultsExpired)
        implements TokenStatus {

    public JobStatus {
        phases = List.copyOf(phases);
        steps = List.copyOf(steps);
    }

    /** A user's order that the job waits. */
    public record Hold(String by, Instant since) {}

    /**
     * The run of a job, before its start, under way, or over.
     *
     * @param progress the last progress that the program reported; empty before the first report
     * @param report how the run ended; empty before the end
     * @param cluster the run's standing at its cluster; empty for a run that no cluster has accepted
     */
    public record Run(
            int processes,
            Optional<RunProgress> progress,
            Optional<RunReport> report,
            Optional<RunAtCluster> cluster) {}

    /** The span of one state; {@code ended} is empty for the present state. */
    public record Phase(JobState state, Instant begun, Optional<Instant> ended) {}

    /**
     * One staging step.
     *
     * @param bytes the uncompressed bytes of data moved so far
     * @param sha256 the SHA-256 of the file on disk; empty until the step is done
     * @param motion the motion of a step that moves now
     */
    public record Step(
            StepHead head,
            String place,
            Progress progress,
            long bytes,
            long rows,
            Optional<String> sha256,
            Optional<Motion> motion) {

        /** Returns the name of the step. */
        public String name() {
            return head.name();
        }
    }

    /**
     * The speed and the expected end of a moving step.
     *
     * @param moved when the step last moved data, or began
     * @param bytesPerSecond the rate since the step began, without the bytes of an earlier try; 0 in the first second
     * @param expectedBytes the total size, as told by the place, or else as moved by the same step last time; empty if
     *     unknown
     * @param left the estimated remaining time; empty if unknown
     */
    public record Motion(Instant moved, long bytesPerSecond, Optional<Long> expectedBytes, Optional<Duration> left) {}

    /** The sum of all motions; the remaining time is that of the slowest step. */
    public record Transfer(long bytes, long rows, long bytesPerSecond, Instant moved, Optional<Duration> left) {
        private static Transfer of(Step step, Motion motion) {
            return new Transfer(step.bytes(), step.rows(), motion.bytesPerSecond(), motion.moved(), motion.left());
        }

        private Transfer and(Transfer other) {
            return new Transfer(
                    bytes + other.bytes,
                    rows + other.rows,
                    bytesPerSecond + other.bytesPerSecond,
                    moved.isAfter(other.moved) ? moved : other.moved,
                    left.flatMap(one -> other.left.map(two -> one.compareTo(two) > 0 ? one : two)));
        }
    }

    /** Sums up the steps that move now; empty if no step moves. */
    public Optional<Transfer> transfer() {
        return steps.stream()
                .flatMap(step -> step.motion().map(motion -> Transfer.of(step, motion)).stream())
                .reduce(Transfer::and);
    }

    /** The progress of a step. */
    public enum Progress {
        WAITING,
        MOVING,
        DONE,
        FAILED,
        /** The step did not run to its end and never will, because the job failed or was cancelled before. */
        SKIPPED
    }
}
