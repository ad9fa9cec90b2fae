package dev.slipway.desk.status;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A group in the form for every front end: the common properties of the jobs, and the counts of their states.
 *
 * @param parent the group that this group's jobs run again
 * @param outcome {@link JobOutcome#word()}, once all jobs are closed: DONE if all are, FAILED if one is, CANCELLED
 *     otherwise
 * @param closed when the last job closed
 * @param size the number of jobs
 * @param counts the jobs by state and outcome, in the order of a job's life; the counts add up to {@code size}
 * @param blocked the number of jobs that wait for an outage to end
 * @param held the number of jobs that a user holds
 * @param failures the first failed jobs in the order of the sweep; {@link #MOST_FAILURES} at most
 */
public record GroupStatus(
        JobToken token,
        String name,
        String owner,
        Instant accepted,
        Optional<JobToken> parent,
        State state,
        Optional<String> outcome,
        Optional<Instant> closed,
        int size,
        List<Count> counts,
        int blocked,
        int held,
        List<Failure> failures)
        implements TokenStatus {
    /** The number of failures that are shown here; a list shows the others. */
    public static final int MOST_FAILURES = 5;

    public GroupStatus {
        counts = List.copyOf(counts);
        failures = List.copyOf(failures);
    }

    /** The common state of the jobs. */
    public enum State {
        /** No job was let in yet. */
        WAITING,
        /** Some jobs were let in, and not all are closed. */
        WORKING,
        CLOSED
    }

    /**
     * The number of jobs with one state and outcome.
     *
     * @param outcome {@link JobOutcome#word()}; empty while undecided
     */
    public record Count(JobState state, Optional<String> outcome, int jobs) {}

    /**
     * A job that failed.
     *
     * @param element the number of the sweep's element, from 1
     * @param phase the state in which the job failed
     */
    public record Failure(JobToken token, int element, String name, JobState phase, Problem problem) {}

    /** Returns the number of jobs with this outcome. */
    public int ended(String word) {
        return counts.stream()
                .filter(count -> count.outcome().equals(Optional.of(word)))
                .mapToInt(Count::jobs)
                .sum();
    }

    /** Returns the number of jobs in this state. */
    public int in(JobState wanted) {
        return counts.stream()
                .filter(count -> count.state() == wanted)
                .mapToInt(Count::jobs)
                .sum();
    }
}
