package dev.slipway.toolkit;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One line for each change, each with its time, for logs and pipes. */
final class LineWatch implements WatchView {
    private final Terminal terminal;
    private final Map<String, String> seen = new HashMap<>();

    LineWatch(Terminal terminal) {
        this.terminal = terminal;
    }

    /** A look sees several changes at once; they are told in the order in which they must have happened. */
    @Override
    public void show(Answer job, Supplier<Optional<Answer>> explanation) {
        Answer before = null;
        for (Answer phase : job.all("phase")) {
            switch (phase.text("state")) {
                case "READY", "RUNNING" -> steps(job, "IN");
                case "STAGING_OUT" -> {
                    steps(job, "IN");
                    progress(job);
                }
                case "CLEANING", "CLOSED" -> steps(job, "OUT");
                default -> {}
            }
            changed("phase " + phase.text("begun") + phase.text("state"), "", phase(phase, before));
            before = phase;
        }
        job.find("position").ifPresent(position -> changed("position", position, "position  " + position));
        held(job);
        blocked(job);
        steps(job, "IN");
        progress(job);
        steps(job, "OUT");
        job.child("outcome").ifPresent(outcome -> {
            if (seen.put("outcome", outcome.text("word")) == null) {
                new JobView(terminal).outcome(outcome).forEach(this::say);
            }
        });
    }

    /** The phase that begins, and how long the one before it took. */
    private static String phase(Answer phase, Answer before) {
        String begins = "phase     " + phase.text("state");
        return before == null || before.find("ended").isEmpty()
                ? begins
                : begins + ", after " + before.text("state") + " for "
                        + Figures.span(Instant.parse(before.text("begun")), Instant.parse(before.text("ended")));
    }

    private void held(Answer job) {
        String by = job.child("held").map(held -> held.text("by")).orElse("");
        if (!by.isEmpty() || seen.containsKey("held")) {
            changed("held", by, by.isEmpty() ? "not held" : "held      by " + by);
        }
    }

    private void blocked(Answer job) {
        String blocked =
                job.child("blocked").map(problem -> problem.text("message")).orElse("");
        if (!blocked.isEmpty() || seen.containsKey("blocked")) {
            changed("blocked", blocked, blocked.isEmpty() ? "unblocked" : "blocked   " + blocked);
        }
    }

    private void steps(Answer job, String direction) {
        for (Answer step : job.all("step")) {
            if (step.text("direction").equals(direction)
                    && !List.of("WAITING", "SKIPPED").contains(step.text("progress"))) {
                String what = JobView.step(step);
                changed("step " + direction + step.text("name"), what, "step      " + what);
            }
        }
    }

    private void progress(Answer job) {
        job.child("progress").ifPresent(progress -> {
            String figures = JobView.figures(progress);
            String what = Figures.count(progress.number("done")) + " of " + Figures.count(progress.number("of"))
                    + (figures.isEmpty() ? "" : "  " + figures);
            changed("progress", what, "program   " + what);
        });
    }

    private void changed(String thing, String value, String line) {
        if (!value.equals(seen.put(thing, value))) {
            say(line);
        }
    }

    private void say(String line) {
        terminal.line(Figures.time(terminal.clock().instant().toString()) + "  " + line);
    }
}
