package dev.slipway.run;

import dev.slipway.request.RunPath;

/**
 * A file that a run folder should hold.
 *
 * @param sha256 the digest of its bytes, 64 lower-case hex digits
 */
public record KeptFile(RunPath file, long bytes, String sha256) {}
