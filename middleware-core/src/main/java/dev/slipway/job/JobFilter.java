package dev.slipway.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which jobs are meant; what is empty leaves all.
 *
 * @param states any of these
 * @param outcomes any of these words, {@link JobOutcome#word()}
 * @param name a part of the job's name, in upper or lower case
 * @param from accepted then or later
 * @param until accepted before
 * @param group one of this group
 */
public record JobFilter(
        Optional<String> owner,
        List<JobState> states,
        List<String> outcomes,
        Optional<String> name,
        Optional<Instant> from,
        Optional<Instant> until,
        Optional<JobToken> group) {
    /** Every job. */
    public static final JobFilter ALL = ownedBy(Optional.empty());

    public JobFilter {
        states = List.copyOf(states);
        outcomes = List.copyOf(outcomes);
    }

    /** One owner's jobs, or everybody's. */
    public static JobFilter ownedBy(Optional<String> owner) {
        return new JobFilter(
                owner, List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The same jobs as far as they are this owner's. */
    public JobFilter of(String user) {
        return new JobFilter(Optional.of(user), states, outcomes, name, from, until, group);
    }

    /** A group's jobs. */
    public static JobFilter ofGroup(JobToken group) {
        return new JobFilter(
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(group));
    }

    /** Those of the same jobs that are in one of these states. */
    public JobFilter in(Set<JobState> some) {
        return new JobFilter(owner, List.copyOf(some), outcomes, name, from, until, group);
    }

    /** Those of the same jobs that ended so. */
    public JobFilter ended(String outcome) {
        return new JobFilter(owner, states, List.of(outcome), name, from, until, group);
    }
}
