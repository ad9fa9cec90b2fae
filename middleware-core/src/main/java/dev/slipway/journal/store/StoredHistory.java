package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.OperationRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job's events as stored, with all data needed to check them elsewhere.
 *
 * @param documentSha256 the digest of the accepted document
 * @param checkpoint the checkpoint that covers the job's newest events, if any
 * @param beforeCheckpoint the hash of the operation before that checkpoint; empty without a checkpoint
 */
public record StoredHistory(
        JobToken token,
        String owner,
        String documentSha256,
        List<Event> events,
        Optional<OperationRow> checkpoint,
        String beforeCheckpoint) {

    public StoredHistory {
        events = List.copyOf(events);
    }

    /**
     * One event.
     *
     * @param payload the text that was hashed
     * @param text one line for people; says so if the payload cannot be read
     */
    public record Event(long sequence, Instant at, String event, String payload, String hash, String text) {}

    static StoredHistory of(EventCodec codec, StoredJob job, Optional<Coverage> coverage) {
        List<Event> events = job.events().stream()
                .map(row ->
                        new Event(row.sequence(), row.at(), row.event(), row.payload(), row.hash(), text(codec, row)))
                .toList();
        return new StoredHistory(
                job.token(),
                job.row().owner(),
                job.document().sha256(),
                events,
                coverage.map(Coverage::checkpoint),
                coverage.map(Coverage::before).orElse(""));
    }

    private static String text(EventCodec codec, EventTable.EventRow row) {
        try {
            return Verification.decode(codec, row).event().text();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
