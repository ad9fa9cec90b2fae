package dev.slipway.audit;

import dev.slipway.journal.OperationFilter;
import java.time.Instant;
import java.util.Optional;

/**
 * What is looked for among the operations; what is empty leaves all.
 *
 * @param by the user who asked for it
 * @param kind as {@link Operation#kind()} has it
 * @param text a part of the line for people, in upper or lower case
 * @param from done then or later
 * @param until done before
 */
public record Search(
        Optional<String> by,
        Optional<String> kind,
        Optional<String> text,
        Optional<Instant> from,
        Optional<Instant> until) {
    /** For all of them. */
    public static final Search ALL =
            new Search(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    OperationFilter filter() {
        return new OperationFilter(by, kind, text, from, until);
    }
}
