package dev.slipway.request;

import java.util.stream.Stream;

/**
 * Copies a file that the job's owner has uploaded to the service into the run folder.
 *
 * @param sha256 the digest of the upload, 64 lower-case hex digits
 */
public record UploadFetch(StepHead.In head, String sha256) implements StagingStep {
    private static final String FORM = "[0-9a-f]{64}";

    public UploadFetch {
        Require.that(isDigest(sha256), "not a SHA-256 in 64 lower-case hex digits");
    }

    /** Returns whether {@code text} can name an upload. */
    public static boolean isDigest(String text) {
        return text.matches(FORM);
    }

    /** Returns the steps of a request that fetch uploads. */
    public static Stream<UploadFetch> of(JobRequest request) {
        return request.stageIn().stream()
                .filter(step -> step instanceof UploadFetch)
                .map(step -> (UploadFetch) step);
    }

    @Override
    public Place place() {
        return new Place.Uploads();
    }
}
