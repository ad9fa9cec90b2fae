package dev.slipway.journal.ledger;

import java.time.Instant;
import java.util.Optional;

/**
 * A filter of operations; an empty criterion matches all.
 *
 * @param by the user who asked for the operation
 * @param kind a name of {@link OperationLedger.Kind}
 * @param text a part of the line for people, in upper or lower case
 * @param from the earliest time
 * @param until the time before which operations match
 */
public record OperationFilter(
        Optional<String> by,
        Optional<String> kind,
        Optional<String> text,
        Optional<Instant> from,
        Optional<Instant> until) {
    /** Matches every operation. */
    public static final OperationFilter ALL = new OperationFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
