package dev.slipway.desk;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A group as every door shows it: what its jobs share, and how they stand, counted.
 *
 * @param parent the group of which these do jobs again
 * @param outcome {@link JobOutcome#word()}, once all are closed: DONE if all are, FAILED if one is, CANCELLED otherwise
 * @param closed when the last of them closed
 * @param size how many jobs it has
 * @param counts by state and outcome, in the order of a job's life; together {@code size}
 * @param blocked jobs that wait for an outage to end
 * @param held jobs that a user keeps back
 * @param failures the first that failed, in the sweep's order; {@link #MOST_FAILURES} at most
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
    /** So many failures are told; the others are listed. */
    public static final int MOST_FAILURES = 5;

    public GroupStatus {
        counts = List.copyOf(counts);
        failures = List.copyOf(failures);
    }

    /** Where its jobs stand together. */
    public enum State {
        /** None was let in yet. */
        WAITING,
        /** Some were let in, and not all are closed. */
        WORKING,
        CLOSED
    }

    /**
     * Jobs that stand alike.
     *
     * @param outcome {@link JobOutcome#word()}; empty while undecided
     */
    public record Count(JobState state, Optional<String> outcome, int jobs) {}

    /**
     * A job that failed.
     *
     * @param element which of the sweep's elements it is, from 1
     * @param phase in which state
     */
    public record Failure(JobToken token, int element, String name, JobState phase, Problem problem) {}

    /** How many ended so. */
    public int ended(String word) {
        return counts.stream()
                .filter(count -> count.outcome().equals(Optional.of(word)))
                .mapToInt(Count::jobs)
                .sum();
    }

    /** How many are in this state. */
    public int in(JobState wanted) {
        return counts.stream()
                .filter(count -> count.state() == wanted)
                .mapToInt(Count::jobs)
                .sum();
    }
}
