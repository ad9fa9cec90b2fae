package dev.slipway.journal.ledger;

import dev.slipway.digest.Sha256;
import dev.slipway.job.JobToken;
import java.time.Instant;

/**
 * The hash chains over each job's events and over the service's operations. Each hash covers the one before, so a
 * changed, removed or reordered row is detected. A chain begins with 64 zeros. Fields are joined by line feeds, which
 * only the payload (the last field) may contain.
 */
public final class EventChain {
    public static final String ORIGIN = "0".repeat(64);

    private EventChain() {}

    /** Computes the hash of one event. */
    public static String hash(String before, JobToken token, long sequence, Instant at, String event, String payload) {
        return joined(before, token.value(), Long.toString(sequence), at.toString(), event, payload);
    }

    /** Computes the hash of one operation. */
    static String hash(String before, long sequence, Instant at, String... fields) {
        String[] all = new String[fields.length + 3];
        all[0] = before;
        all[1] = Long.toString(sequence);
        all[2] = at.toString();
        System.arraycopy(fields, 0, all, 3, fields.length);
        return joined(all);
    }

    private static String joined(String... fields) {
        return Sha256.hex(String.join("\n", fields));
    }

    /**
     * Returns whether a field is free of control characters, as every field but a payload must be: a line feed would
     * shift the border to the next field.
     */
    public static boolean oneLine(String field) {
        return field.chars().noneMatch(c -> c < ' ' || c == 0x7f);
    }
}
