package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Terminal;
import java.util.Optional;
import java.util.function.Supplier;

/** Prints one JSON object for each look that differs from the one before. */
public final class JsonWatch implements WatchView {
    private final Terminal terminal;
    private String last = "";

    public JsonWatch(Terminal terminal) {
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
