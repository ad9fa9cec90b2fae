package dev.slipway.upload;

import java.time.Instant;

/**
 * The answer to an upload.
 *
 * @param sha256 the digest of the bytes, 64 lower-case hex digits, by which the uploader's documents name the upload
 * @param keptUntil the earliest time of the removal; an upload that a job needs stays longer
 */
public record UploadReceipt(String sha256, long bytes, Instant keptUntil) {}
