package dev.slipway.upload;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What is kept of what users bring.
 *
 * @param folder absolute; closed to everybody but the service
 * @param largest bytes of one upload
 * @param perUser bytes of all uploads that are kept of one user
 * @param lifetime how long one is kept after its last use; as long as a job needs it, it stays longer
 */
public record UploadSettings(Path folder, long largest, long perUser, Duration lifetime) {

    public UploadSettings {
        require(folder.isAbsolute(), "the upload folder's path must be absolute: " + folder);
        require(largest >= 1, "an upload must be allowed at least one byte");
        require(perUser >= largest, "a user must be allowed at least one upload of the largest size");
        require(lifetime.toSeconds() >= 1, "the lifetime of uploads must be at least one second");
    }

    /** 4 MiB each, 64 MiB a user, seven days. */
    public static UploadSettings usual(Path folder) {
        return new UploadSettings(folder, 4L << 20, 64L << 20, Duration.ofDays(7));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
