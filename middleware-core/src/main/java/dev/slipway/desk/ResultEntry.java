package dev.slipway.desk;

import dev.slipway.request.ResultFile;

/**
 * A result that is there for download.
 *
 * @param sha256 64 lower-case hex digits
 */
public record ResultEntry(String name, ResultFile.Role role, String fileName, long bytes, String sha256) {}
