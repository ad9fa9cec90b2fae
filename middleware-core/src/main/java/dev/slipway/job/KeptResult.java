package dev.slipway.job;

import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;

/** A kept result; the file on disk has the digest {@code sha256}. */
public record KeptResult(String name, ResultFile.Role role, RunPath file, long bytes, String sha256) {}
