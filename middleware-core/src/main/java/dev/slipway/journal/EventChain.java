package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * The hash chain over a job's events: each hash covers the one before, so a changed, removed or reordered row shows. The chain of a job
 * begins with 64 zeros.
 */
final class EventChain {
    static final String ORIGIN = "0".repeat(64);

    private EventChain() {}

    /** The hash of one event; fields are joined by line feeds, which none but the payload (the last) may hold. */
    static String hash(String before, JobToken token, long sequence, Instant at, String event, String payload) {
        String text = String.join("\n", before, token.value(), Long.toString(sequence), at.toString(), event, payload);
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
