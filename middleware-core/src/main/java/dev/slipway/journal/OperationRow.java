package dev.slipway.journal;

import java.time.Instant;
import java.util.stream.Stream;

/**
 * An operation of the service as the ledger keeps it.
 *
 * @param kind a name of {@link OperationLedger.Kind}
 * @param by the user, or "slipway" for what the service does by itself
 * @param from where the call came from
 * @param text one line for people
 * @param payload of a checkpoint: a line {@code token version head} for each job it covers, each ended by a line feed; else empty
 * @param hash over the hash of the operation before and all of these
 */
public record OperationRow(
        long sequence, Instant at, String kind, String by, String from, String text, String payload, String hash) {

    /** What {@link #hash} must be if that of the operation before is {@code before}. */
    String expectedHash(String before) {
        return EventChain.hash(before, sequence, at, kind, by, from, text, payload);
    }

    boolean checkpoint() {
        return kind.equals(OperationLedger.Kind.CHECKPOINT.name());
    }

    /**
     * Whether it has the form in which operations are written. The hash alone does not say so: a line feed in a field moves the border
     * between it and the next, and hashes the same.
     */
    boolean wellFormed() {
        boolean oneLine = Stream.of(kind, by, from, text).allMatch(EventChain::oneLine);
        return oneLine && (checkpoint() ? coversWhatItSays() : payload.isEmpty());
    }

    private boolean coversWhatItSays() {
        long lines = payload.chars().filter(c -> c == '\n').count();
        return payload.endsWith("\n") && text.equals(Checkpoints.text(lines));
    }
}
