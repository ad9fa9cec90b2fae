package dev.slipway.audit;

import java.time.Instant;

/**
 * An operation of the service, for people.
 *
 * @param kind a name of {@link dev.slipway.journal.ledger.OperationLedger.Kind}
 * @param by the user who asked for the operation, or "slipway"
 * @param from the origin of the call
 * @param text one line; for a checkpoint with the hash at the end
 */
public record Operation(long sequence, Instant at, String kind, String by, String from, String text) {}
