package dev.slipway.toolkit;

import java.util.Optional;
import java.util.function.Supplier;

/** What a watcher sees of each look at the job. */
interface WatchView {
    /** @param explanation asks the service for it */
    void show(Answer job, Supplier<Optional<Answer>> explanation);

    /** Something else was written between two looks. */
    default void interrupted() {}
}
