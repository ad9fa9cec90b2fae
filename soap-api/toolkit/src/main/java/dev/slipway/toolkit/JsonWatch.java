package dev.slipway.toolkit;

import java.util.Optional;
import java.util.function.Supplier;

/** Prints one JSON object for each look that differs from the one before. */
final class JsonWatch implements WatchView {
    private final Terminal terminal;
    private String last = "";

    JsonWatch(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void show(Answer job, Supplier<Optional<Answer>> explanation) {
        String now = Json.of(Json.object(job, "phases", "steps"));
        if (!now.equals(last)) {
            last = now;
            terminal.line(now);
        }
    }
}
