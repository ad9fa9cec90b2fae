package dev.slipway.dispatch;

import java.time.Instant;
import java.util.Optional;

/**
 * A step on its way.
 *
 * @param begun when this try began to move: after it was found what an earlier one has left
 * @param bytes in all, with what stood there before
 * @param moved when it moved anything last; {@code begun} before it has
 * @param kept the bytes that stood there before, which say nothing of how fast it moves
 * @param expected the bytes that it comes to in all, as its place says; empty if the place does not say
 */
public record Moving(Instant begun, long bytes, long rows, Instant moved, long kept, Optional<Long> expected) {

    static Moving begun(Instant now) {
        return new Moving(now, 0, 0, now, 0, Optional.empty());
    }

    Moving then(long bytesNow, long rowsNow, Instant now) {
        boolean further = bytesNow != bytes || rowsNow != rows;
        return new Moving(begun, bytesNow, rowsNow, further ? now : moved, kept, expected);
    }

    Moving keeping(long keptNow, Instant now) {
        return fresh() > 0
                ? new Moving(begun, bytes, rows, moved, keptNow, expected)
                : new Moving(now, bytes, rows, now, keptNow, expected);
    }

    Moving expecting(long all) {
        return new Moving(begun, bytes, rows, moved, kept, Optional.of(all));
    }

    /** The bytes that this try has moved. */
    public long fresh() {
        return Math.max(0, bytes - kept);
    }
}
