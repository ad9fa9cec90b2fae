package dev.slipway.desk;

import dev.slipway.upload.UploadSettings;
import java.nio.file.Path;

/**
 * The limits on submissions.
 *
 * @param jobsPerSweep the most jobs of one sweep
 * @param waitingJobsPerUser the most jobs of one user that wait to be let in
 * @param documentBytesPerUser the most bytes that the store keeps of one user's documents and jobs' requests
 * @param operatorsOnly whether only operators may submit, because runs with the identity of the service could read its
 *     data
 */
public record IntakeSettings(
        int jobsPerSweep,
        int waitingJobsPerUser,
        long documentBytesPerUser,
        boolean operatorsOnly,
        UploadSettings uploads) {
    private static final int USUAL_SWEEP = 1_000;
    private static final int USUAL_WAITING = 100_000;
    private static final long USUAL_DOCUMENTS = 1L << 30;

    public IntakeSettings {
        if (jobsPerSweep < 1) {
            throw new IllegalArgumentException("a sweep must be allowed at least one job");
        }
        if (waitingJobsPerUser < 1) {
            throw new IllegalArgumentException("a user must be allowed at least one waiting job");
        }
        if (documentBytesPerUser < 1) {
            throw new IllegalArgumentException("a user must be allowed at least one byte of documents");
        }
    }

    /**
     * Allows a thousand jobs of a sweep, a hundred thousand waiting jobs of a user, a GiB of a user's documents, jobs
     * of every user, and the usual uploads in this folder.
     */
    public static IntakeSettings usual(Path uploads) {
        return new IntakeSettings(USUAL_SWEEP, USUAL_WAITING, USUAL_DOCUMENTS, false, UploadSettings.usual(uploads));
    }
}
