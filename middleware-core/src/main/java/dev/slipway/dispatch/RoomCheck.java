package dev.slipway.dispatch;

import dev.slipway.problem.Problem;
import dev.slipway.run.Storage;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether the disks have room for new work. While a disk has no room, checks again later. On the loop's thread.
 */
final class RoomCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RoomCheck.class);

    private final Storage storage;
    private final Timer timer;
    private final Duration pause;
    private final Runnable again;
    private boolean isShort;
    private boolean due;

    /**
     * @param pause the time between two checks while there is no room
     * @param again lets the queue choose the next jobs, on the loop's thread
     */
    RoomCheck(Storage storage, Timer timer, Duration pause, Runnable again) {
        this.storage = storage;
        this.timer = timer;
        this.pause = pause;
        this.again = again;
    }

    /** Returns whether there is room; if not, schedules a single later check. */
    boolean hasRoom() {
        Optional<Problem> shortage = storage.shortage();
        if (shortage.isPresent() != isShort) {
            isShort = shortage.isPresent();
            LOG.warn("{}", shortage.map(Problem::message).orElse("the disks have room again: the queue goes on"));
        }
        if (isShort && !due) {
            due = true;
            timer.after(pause, again);
        }
        return !isShort;
    }

    /** Ends the wait for the later check, which is made now. */
    void checked() {
        due = false;
    }
}
