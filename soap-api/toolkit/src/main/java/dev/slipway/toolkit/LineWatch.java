package dev.slipway.toolkit;

import java.util.HashMap;
import java.util.Map;

/** One line for each change, each with its time, for logs and pipes. */
final class LineWatch implements WatchView {
    private final Terminal terminal;
    private final Map<String, String> seen = new HashMap<>();

    LineWatch(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void show(Answer job) {
        for (Answer phase : job.all("phase")) {
            changed(
                    "phase " + phase.text("begun") + phase.text("state"),
                    "",
                    phase.text("begun"),
                    "phase     " + phase.text("state"));
        }
        String now = terminal.clock().instant().toString();
        job.find("position").ifPresent(position -> changed("position", position, now, "position  " + position));
        String blocked =
                job.child("blocked").map(problem -> problem.text("message")).orElse("");
        if (!blocked.isEmpty() || seen.containsKey("blocked")) {
            changed("blocked", blocked, now, blocked.isEmpty() ? "unblocked" : "blocked   " + blocked);
        }
        for (Answer step : job.all("step")) {
            String what = JobView.step(step);
            if (!step.text("progress").equals("WAITING")) {
                changed("step " + step.text("direction") + step.text("name"), what, now, "step      " + what);
            }
        }
        job.child("progress").ifPresent(progress -> {
            String figures = JobView.figures(progress);
            String what = Figures.count(progress.number("done")) + " of " + Figures.count(progress.number("of"))
                    + (figures.isEmpty() ? "" : "  " + figures);
            changed("progress", what, now, "program   " + what);
        });
        job.child("outcome").ifPresent(outcome -> {
            if (seen.put("outcome", outcome.text("word")) == null) {
                new JobView(terminal).outcome(outcome).forEach(line -> say(now, line));
            }
        });
    }

    private void changed(String thing, String value, String at, String line) {
        if (!value.equals(seen.put(thing, value))) {
            say(at, line);
        }
    }

    private void say(String at, String line) {
        terminal.line(Figures.time(at) + "  " + line);
    }
}
