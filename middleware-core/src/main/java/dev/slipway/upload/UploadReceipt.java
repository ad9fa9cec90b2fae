package dev.slipway.upload;

import java.time.Instant;

/**
 * The answer to an upload.
 *
 * @param sha256 of its bytes, 64 lower-case hex digits: by that the uploader's documents name it
 * @param keptUntil at least; longer as long as a job needs it
 */
public record UploadReceipt(String sha256, long bytes, Instant keptUntil) {}
