package dev.slipway.desk;

import dev.slipway.upload.UploadSettings;
import java.nio.file.Path;

/**
 * What is taken in.
 *
 * @param jobsPerSweep the most jobs of one sweep
 */
public record IntakeSettings(int jobsPerSweep, UploadSettings uploads) {
    public IntakeSettings {
        if (jobsPerSweep < 1) {
            throw new IllegalArgumentException("a sweep must be allowed at least one job");
        }
    }

    /** A thousand jobs of a sweep, and uploads as usual, in this folder. */
    public static IntakeSettings usual(Path uploads) {
        return new IntakeSettings(1000, UploadSettings.usual(uploads));
    }
}
