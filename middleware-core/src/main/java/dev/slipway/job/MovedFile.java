package dev.slipway.job;

import dev.slipway.request.RunPath;

/** A file that a step wrote or read, with the size and the SHA-256 (64 lower-case hex digits) of the bytes on disk. */
public record MovedFile(RunPath file, long bytes, String sha256) {}
