package dev.slipway.journal;

import dev.slipway.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which jobs are meant; what is empty leaves all.
 *
 * @param states any of these
 * @param outcomes any of these words, {@link dev.slipway.job.JobOutcome#word()}
 * @param name a part of the job's name, in upper or lower case
 * @param from accepted then or later
 * @param until accepted before
 */
public record JobFilter(
        Optional<String> owner,
        List<JobState> states,
        List<String> outcomes,
        Optional<String> name,
        Optional<Instant> from,
        Optional<Instant> until) {
    /** Every job. */
    public static final JobFilter ALL = ownedBy(Optional.empty());

    public JobFilter {
        states = List.copyOf(states);
        outcomes = List.copyOf(outcomes);
    }

    /** One owner's jobs, or everybody's. */
    public static JobFilter ownedBy(Optional<String> owner) {
        return new JobFilter(owner, List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The same jobs as far as they are this owner's. */
    public JobFilter of(String user) {
        return new JobFilter(Optional.of(user), states, outcomes, name, from, until);
    }
}
