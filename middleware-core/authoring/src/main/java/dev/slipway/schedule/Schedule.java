package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A template that runs by itself for its owner.
 *
 * @param template the id of the template, which may be removed by now
 * @param version the version of the template that the owner has seen; no other version is run
 * @param name the name of the template when the schedule was made
 * @param alone whether a firing is skipped while the job of an earlier one is open
 * @param next when the schedule fires, or asks its query, next; meaningless while paused
 * @param firings the number of firings so far
 * @param mark the hash of the watched answer that was seen last
 */
public record Schedule(
        String id,
        String owner,
        String template,
        int version,
        String name,
        Map<String, String> values,
        Trigger trigger,
        boolean alone,
        boolean paused,
        Instant made,
        Instant next,
        long firings,
        Optional<String> mark,
        Optional<JobToken> lastJob) {

    /**
     * Returns whether both run the same template version with the same values at the same times, and neither is paused.
     */
    boolean doesTheSameAs(Schedule other) {
        return owner.equals(other.owner)
                && template.equals(other.template)
                && version == other.version
                && values.equals(other.values)
                && trigger.equals(other.trigger)
                && alone == other.alone
                && !paused
                && !other.paused;
    }
}
