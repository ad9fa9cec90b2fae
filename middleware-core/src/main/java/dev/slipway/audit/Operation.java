package dev.slipway.audit;

import java.time.Instant;

/**
 * Something that the service did, for people.
 *
 * @param kind a name of {@link dev.slipway.journal.OperationLedger.Kind}
 * @param by the user who asked for it, or "slipway"
 * @param from where the call came from
 * @param text one line; of a checkpoint it ends with the hash
 */
public record Operation(long sequence, Instant at, String kind, String by, String from, String text) {}
