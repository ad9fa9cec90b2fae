package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * A template that the service runs for the owner at set times or on changed answers.
 *
 * @param name the name of the template when the schedule was made
 * @param asked the template, its values and the times, as the owner has asked for them
 */
public record Schedule(String id, String owner, String name, Instant made, NewSchedule asked, Progress progress) {

    /**
     * Says how far the schedule is.
     *
     * @param next when the schedule fires, or asks its query, next; meaningless while paused
     * @param firings the number of firings so far
     * @param mark the hash of the watched answer that was seen last
     */
    public record Progress(
            boolean paused, Instant next, long firings, Optional<String> mark, Optional<JobToken> lastJob) {}

    /**
     * Returns whether both run the same template version with the same values at the same times, and neither is paused.
     */
    boolean doesTheSameAs(Schedule other) {
        return owner.equals(other.owner) && asked.equals(other.asked) && !progress.paused() && !other.progress.paused();
    }
}
