package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows each look at a job to the watcher. */
public interface WatchView {
    /** @param explanation asks the service for the explanation */
    void show(Answer job, Supplier<Optional<Answer>> explanation);

    /** Tells the view that other output was written between two looks. */
    default void interrupted() {}
}
