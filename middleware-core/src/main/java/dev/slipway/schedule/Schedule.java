package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A template that runs by itself, for its owner.
 *
 * @param template its id; it may be removed by now
 * @param version of the template that its owner has seen; no other is run
 * @param name of the template as the schedule was made
 * @param alone whether a time is skipped while the job of an earlier one is open
 * @param next when it runs, or asks, next; of no meaning while it is paused
 * @param firings how often it has fired so far
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

    /** Returns whether both run the same version of a template with the same values at the same times, and neither is paused. */
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
