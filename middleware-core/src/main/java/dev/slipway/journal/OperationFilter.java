package dev.slipway.journal;

import java.time.Instant;
import java.util.Optional;

/**
 * Which operations are meant; what is empty leaves all.
 *
 * @param by the user who asked for it
 * @param kind a name of {@link OperationLedger.Kind}
 * @param text a part of the line for people, in upper or lower case
 * @param from done then or later
 * @param until done before
 */
public record OperationFilter(
        Optional<String> by,
        Optional<String> kind,
        Optional<String> text,
        Optional<Instant> from,
        Optional<Instant> until) {
    /** Every operation. */
    public static final OperationFilter ALL = new OperationFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
