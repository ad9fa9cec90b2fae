package dev.slipway.audit;

import dev.slipway.journal.ledger.OperationFilter;
import java.time.Instant;
import java.util.Optional;

/**
 * A search among operations; an empty criterion matches all.
 *
 * @param by the user who asked for the operation
 * @param kind the kind, as in {@link Operation#kind()}
 * @param text a part of the line for people, in upper or lower case
 * @param from the earliest time
 * @param until the time before which operations match
 */
public record Search(
        Optional<String> by,
        Optional<String> kind,
        Optional<String> text,
        Optional<Instant> from,
        Optional<Instant> until) {
    /** Matches all operations. */
    public static final Search ALL =
            new Search(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    OperationFilter filter() {
        return new OperationFilter(by, kind, text, from, until);
    }
}
