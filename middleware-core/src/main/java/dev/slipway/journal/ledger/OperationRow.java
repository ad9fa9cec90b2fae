package dev.slipway.journal.ledger;

import java.time.Instant;
import java.util.stream.Stream;

/**
 * An operation of the service as stored in the ledger.
 *
 * @param kind a name of {@link OperationLedger.Kind}
 * @param by the user, or "slipway" for operations of the service
 * @param from the origin of the call
 * @param text one line for people
 * @param payload for a checkpoint, a line {@code token version head} for each covered job, each ended by a line feed;
 *     else empty
 * @param hash the hash over the previous operation's hash and all other fields
 */
public record OperationRow(
        long sequence, Instant at, String kind, String by, String from, String text, String payload, String hash) {

    /** Returns the correct {@link #hash} if the previous operation has the hash {@code before}. */
    public String expectedHash(String before) {
        return EventChain.hash(before, sequence, at, kind, by, from, text, payload);
    }

    public boolean checkpoint() {
        return kind.equals(OperationLedger.Kind.CHECKPOINT.name());
    }

    /**
     * Returns whether the fields have the form in which operations are written. The hash alone does not prove this: a
     * line feed in a field moves the border between that field and the next, with the same hash.
     */
    public boolean wellFormed() {
        boolean oneLine = Stream.of(kind, by, from, text).allMatch(EventChain::oneLine);
        return oneLine && (checkpoint() ? coversWhatItSays() : payload.isEmpty());
    }

    private boolean coversWhatItSays() {
        long lines = payload.chars().filter(c -> c == '\n').count();
        return payload.endsWith("\n") && text.equals(Checkpoints.text(lines));
    }
}
