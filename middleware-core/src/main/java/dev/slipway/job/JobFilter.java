package dev.slipway.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A filter of jobs; an empty criterion matches all.
 *
 * @param states any of these states
 * @param outcomes any of these words, {@link JobOutcome#word()}
 * @param text a text in the job
 * @param from the earliest time of acceptance
 * @param until the time before which the job was accepted
 * @param group the group of the job
 * @param token the first characters of the job's token; the first job of a group also matches by the group's token
 */
public record JobFilter(
        Optional<String> owner,
        List<JobState> states,
        List<String> outcomes,
        Optional<TextSearch> text,
        Optional<Instant> from,
        Optional<Instant> until,
        Optional<JobToken> group,
        Optional<String> token) {
    /** Matches every job. */
    public static final JobFilter ALL = ownedBy(Optional.empty());

    public JobFilter {
        states = List.copyOf(states);
        outcomes = List.copyOf(outcomes);
    }

    /** Matches one owner's jobs, or those of all owners. */
    public static JobFilter ownedBy(Optional<String> owner) {
        return new JobFilter(
                owner,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns this filter, limited to one owner's jobs. */
    public JobFilter of(String user) {
        return new JobFilter(Optional.of(user), states, outcomes, text, from, until, group, token);
    }

    /** Matches the jobs of a group. */
    public static JobFilter ofGroup(JobToken group) {
        return new JobFilter(
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(group),
                Optional.empty());
    }

    /** Returns this filter, limited to jobs in one of these states. */
    public JobFilter in(Set<JobState> some) {
        return new JobFilter(owner, List.copyOf(some), outcomes, text, from, until, group, token);
    }

    /** Returns this filter, limited to jobs with this outcome. */
    public JobFilter ended(String outcome) {
        return new JobFilter(owner, states, List.of(outcome), text, from, until, group, token);
    }

    /** Returns this filter, limited to jobs with this text. */
    public JobFilter with(TextSearch search) {
        return new JobFilter(owner, states, outcomes, Optional.of(search), from, until, group, token);
    }
}
