package dev.slipway.desk;

import dev.slipway.request.Axes;
import dev.slipway.request.ResultFile;

/**
 * A result that is available for download.
 *
 * @param sha256 the digest, 64 lower-case hex digits
 * @param axes the axes of its drawing
 */
public record ResultEntry(String name, ResultFile.Role role, String fileName, long bytes, String sha256, Axes axes) {}
