package dev.slipway.dispatch;

import java.time.Instant;
import java.util.Optional;

/**
 * A step that moves data now.
 *
 * @param begun when this try began to move; what an earlier try has left was found before
 * @param bytes all bytes, with those that an earlier try has left
 * @param moved when the step moved anything last; {@code begun} before it has
 * @param kept bytes that an earlier try has left, which say nothing about the step's speed
 * @param expected bytes that the step comes to in all, as its place says; empty if the place does not say
 */
public record MovingStep(Instant begun, long bytes, long rows, Instant moved, long kept, Optional<Long> expected) {

    static MovingStep begun(Instant now) {
        return new MovingStep(now, 0, 0, now, 0, Optional.empty());
    }

    MovingStep then(long bytesNow, long rowsNow, Instant now) {
        boolean further = bytesNow != bytes || rowsNow != rows;
        return new MovingStep(begun, bytesNow, rowsNow, further ? now : moved, kept, expected);
    }

    MovingStep keeping(long keptNow, Instant now) {
        return fresh() > 0
                ? new MovingStep(begun, bytes, rows, moved, keptNow, expected)
                : new MovingStep(now, bytes, rows, now, keptNow, expected);
    }

    MovingStep expecting(long all) {
        return new MovingStep(begun, bytes, rows, moved, kept, Optional.of(all));
    }

    /** Returns the bytes that this try has moved. */
    public long fresh() {
        return Math.max(0, bytes - kept);
    }
}
