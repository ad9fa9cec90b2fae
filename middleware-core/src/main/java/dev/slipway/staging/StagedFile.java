package dev.slipway.staging;

import dev.slipway.request.RunPath;

/**
 * A file that staging wrote and verified, as the manifest lists it.
 *
 * @param bytes the size on disk
 * @param sha256 the digest of the bytes on disk, 64 lower-case hex digits
 */
public record StagedFile(RunPath file, long bytes, String sha256) {}
