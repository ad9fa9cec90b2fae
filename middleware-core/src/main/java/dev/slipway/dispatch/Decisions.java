package dev.slipway.dispatch;

import dev.slipway.grant.GrantBook;
import dev.slipway.journal.JobJournal;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.run.Storage;
import dev.slipway.stoppage.Stoppages;
import java.time.Clock;

/** The dispatcher's sources of information and its settings. */
public record Decisions(
        JobJournal journal,
        MetaScheduler scheduler,
        Partitions partitions,
        DispatchSettings settings,
        Time time,
        Storage storage,
        GrantBook grants,
        Stoppages stoppages) {

    /** The clock, and the timer that wakes the dispatcher. */
    public record Time(Clock clock, Timer timer) {}

    Clock clock() {
        return time.clock();
    }

    Timer timer() {
        return time.timer();
    }
}
