package dev.slipway.dispatch;

import java.time.Instant;
import java.util.Optional;

/**
 * A step that moves data now.
 *
 * @param begun when this try began to move data, on top of the data of an earlier try
 * @param bytes all bytes, with those of an earlier try
 * @param moved when the step last moved data; {@code begun} before the first data
 * @param kept the bytes of an earlier try, which do not count for the step's speed
 * @param expected the expected total of bytes, as told by the place; empty if unknown
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
