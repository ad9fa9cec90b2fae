package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.JobWords;

/** The use and the texts of one job, as the projection holds them beside the row of the job. */
record Projected(JobUse use, JobWords words) {
    static Projected of(Job job) {
        return new Projected(JobUse.of(job), JobWords.of(job));
    }
}
