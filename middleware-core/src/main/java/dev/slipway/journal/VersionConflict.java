package dev.slipway.journal;

import dev.slipway.job.Job;

/** Another writer appended to the job since the caller read it. */
public final class VersionConflict extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public VersionConflict(Job job) {
        super("job " + job.token() + " has moved on since version " + job.version());
    }
}
