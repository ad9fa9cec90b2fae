package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.Terminal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Prints one line for each change, with its time, for logs and pipes. Where the service tells no time of a change, its
 * line has the time of the look, or the end of the change's phase if the phase was over by then.
 */
public final class LineWatch implements WatchView {
    private final Terminal terminal;
    private final Map<String, String> seen = new HashMap<>();

    public LineWatch(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Prints the changes of a job since the last look. A look may find several changes, which are printed in the order
     * in which they must have happened.
     */
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
            changed(
                    "phase " + phase.text("begun") + phase.text("state"),
                    "",
                    phase(phase, before),
                    phase.text("begun"));
            before = phase;
        }
        job.find("position").ifPresent(position -> changed("position", position, "position  " + position, now()));
        job.child("cluster")
                .map(ClusterWords::of)
                .ifPresent(words -> changed("cluster", words, "cluster   " + words, during(job, "RUNNING")));
        held(job);
        blocked(job);
        steps(job, "IN");
        progress(job);
        steps(job, "OUT");
        job.child("outcome").ifPresent(outcome -> {
            if (seen.put("outcome", outcome.text("word")) == null) {
                new JobLines(terminal).outcome(outcome).forEach(line -> say(line, closed(job)));
            }
        });
    }

    /** Describes the new phase, and how long the phase before took. */
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
            String at = job.child("held").map(held -> held.text("since")).orElseGet(this::now);
            changed("held", by, by.isEmpty() ? "not held" : "held      by " + by, at);
        }
    }

    private void blocked(Answer job) {
        String blocked =
                job.child("blocked").map(problem -> problem.text("message")).orElse("");
        if (!blocked.isEmpty() || seen.containsKey("blocked")) {
            changed("blocked", blocked, blocked.isEmpty() ? "unblocked" : "blocked   " + blocked, now());
        }
    }

    private void steps(Answer job, String direction) {
        for (Answer step : job.all("step")) {
            if (step.text("direction").equals(direction)
                    && !List.of("WAITING", "SKIPPED").contains(step.text("progress"))) {
                String what = JobLines.step(step);
                String phase = direction.equals("IN") ? "STAGING_IN" : "STAGING_OUT";
                changed("step " + direction + step.text("name"), what, "step      " + what, during(job, phase));
            }
        }
    }

    private void progress(Answer job) {
        job.child("progress").filter(JobLines::isTold).ifPresent(progress -> {
            String figures = JobLines.figures(progress);
            String what = JobLines.done(progress) + (figures.isEmpty() ? "" : "  " + figures);
            changed("progress", what, "program   " + what, during(job, "RUNNING"));
        });
    }

    private void changed(String thing, String value, String line, String at) {
        if (!value.equals(seen.put(thing, value))) {
            say(line, at);
        }
    }

    private void say(String line, String at) {
        terminal.line(Figures.time(at) + "  " + line);
    }

    private String now() {
        return terminal.clock().instant().toString();
    }

    /**
     * Returns the end of the last phase of this state, because the change happened by then; the present time while that
     * phase lasts.
     */
    private String during(Answer job, String state) {
        return job.all("phase").stream()
                .filter(phase -> phase.text("state").equals(state))
                .reduce((first, last) -> last)
                .flatMap(phase -> phase.find("ended"))
                .orElseGet(this::now);
    }

    private String closed(Answer job) {
        return job.all("phase").stream()
                .filter(phase -> phase.text("state").equals("CLOSED"))
                .findFirst()
                .map(phase -> phase.text("begun"))
                .orElseGet(this::now);
    }
}
