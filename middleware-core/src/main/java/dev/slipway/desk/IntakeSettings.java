package dev.slipway.desk;

import dev.slipway.upload.UploadSettings;

/**
 * What is taken in.
 *
 * @param jobsPerSweep the most jobs of one sweep
 */
public record IntakeSettings(int jobsPerSweep, UploadSettings uploads) {
    /** So many jobs may a sweep usually have. */
    public static final int USUAL_SWEEP = 1000;

    public IntakeSettings {
        if (jobsPerSweep < 1) {
            throw new IllegalArgumentException("a sweep must be allowed at least one job");
        }
    }
}
