package dev.slipway.desk;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job as every door shows it.
 *
 * @param since when it entered its state
 * @param held who holds it back, and since when; empty for a job that takes its turns
 * @param parent the job that this one does again
 * @param membership of a job that is one of a sweep's
 * @param position of a job that waits, 1 for the next; empty for all others
 * @param blocked the outage it waits for, if any
 * @param phases the states it has been in, in order, each with its span
 * @param steps all its staging steps, stage-in first, each in document order
 * @param progress what its program last reported; empty before the first report
 * @param run how its run ended; empty before
 * @param resultsExpired whether the time of its results is over
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
        int processes,
        Optional<RunProgress> progress,
        Optional<RunReport> run,
        boolean resultsExpired)
        implements TokenStatus {

    public JobStatus {
        phases = List.copyOf(phases);
        steps = List.copyOf(steps);
    }

    /** A user's wish that the job waits. */
    public record Hold(String by, Instant since) {}

    /** One state's span; {@code ended} is empty for the state it is in. */
    public record Phase(JobState state, Instant begun, Optional<Instant> ended) {}

    /**
     * One staging step.
     *
     * @param bytes of data moved so far, uncompressed
     * @param sha256 of the file on disk; empty until done
     * @param motion of a step that moves now
     */
    public record Step(
            String name,
            StagingStep.Direction direction,
            int orderGroup,
            String place,
            String file,
            Progress progress,
            long bytes,
            long rows,
            Optional<String> sha256,
            Optional<Motion> motion) {}

    /**
     * How a step moves.
     *
     * @param moved when it moved anything last, or began
     * @param bytesPerSecond since it began, without what an earlier try had left; 0 in its first second
     * @param expectedBytes what it comes to in all, as its place says, else as the same step did last time; empty if nobody knows
     * @param left about how long it still takes; empty if nobody knows
     */
    public record Motion(Instant moved, long bytesPerSecond, Optional<Long> expectedBytes, Optional<Duration> left) {}

    /** All that moves now taken together; the time left is that of the slowest. */
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

    /** What of the job moves now; empty if nothing does. */
    public Optional<Transfer> transfer() {
        return steps.stream()
                .flatMap(step -> step.motion().map(motion -> Transfer.of(step, motion)).stream())
                .reduce(Transfer::and);
    }

    /** How far a step is. */
    public enum Progress {
        WAITING,
        MOVING,
        DONE,
        FAILED,
        /** It never ran to its end and never will: the job failed or was cancelled before. */
        SKIPPED
    }
}
