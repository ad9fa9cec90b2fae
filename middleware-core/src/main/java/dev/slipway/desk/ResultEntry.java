package dev.slipway.desk;

import dev.slipway.request.Axes;
import dev.slipway.request.ResultFile;

/**
 * A result that is there for download.
 *
 * @param sha256 64 lower-case hex digits
 * @param axes how it is drawn
 */
public record ResultEntry(String name, ResultFile.Role role, String fileName, long bytes, String sha256, Axes axes) {}
