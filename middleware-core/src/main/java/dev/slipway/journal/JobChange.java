package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import java.util.List;

/**
 * Events to append to a job.
 *
 * @param job as the caller knows it
 * @param events at least one
 */
public record JobChange(Job job, List<JobEvent> events) {
    public JobChange {
        events = List.copyOf(events);
    }
}
