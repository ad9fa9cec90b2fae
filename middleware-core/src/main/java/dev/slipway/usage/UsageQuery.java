package dev.slipway.usage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A question for usage.
 *
 * @param user the user of the wanted usage; empty for the usage of all users that the caller may see
 * @param from counts jobs that closed at this time or later
 * @param until counts jobs that closed before this time
 * @param by the columns by which usage is summed up, in the order of the answer; an empty list for one sum
 */
public record UsageQuery(Optional<String> user, Optional<Instant> from, Optional<Instant> until, List<UsageColumn> by) {
    public UsageQuery {
        by = by.stream().distinct().toList();
    }
}
