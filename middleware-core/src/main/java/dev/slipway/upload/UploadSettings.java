package dev.slipway.upload;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The limits of uploads.
 *
 * @param folder the folder, absolute and closed to all users but the service
 * @param largest the most bytes of one upload
 * @param perUser the most bytes of all kept uploads of one user
 * @param lifetime how long an upload is kept after its last use; an upload that a job needs stays longer
 */
public record UploadSettings(Path folder, long largest, long perUser, Duration lifetime) {

    public UploadSettings {
        require(folder.isAbsolute(), "the upload folder's path must be absolute: " + folder);
        require(largest >= 1, "an upload must be allowed at least one byte");
        require(perUser >= largest, "a user must be allowed at least one upload of the largest size");
        require(lifetime.toSeconds() >= 1, "the lifetime of uploads must be at least one second");
    }

    /** Allows 4 MiB for each upload and 64 MiB for a user, for seven days. */
    public static UploadSettings usual(Path folder) {
        return new UploadSettings(folder, 4L << 20, 64L << 20, Duration.ofDays(7));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
