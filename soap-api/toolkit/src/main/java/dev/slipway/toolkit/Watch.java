package dev.slipway.toolkit;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Follows a job to its end. */
@Command(
        name = "watch",
        description = {
            "Follows a job to its end: phases, bytes and rows moved, the program's progress, the outcome.",
            "On a terminal the view is redrawn; elsewhere each change is one line. A service that is away is tried again."
        })
final class Watch extends JobVerb {
    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Time between two looks (default 1).")
    private double interval;

    @Mixin
    private Patience patience;

    @Override
    int run() {
        WatchView view = json()
                ? new JsonWatch(terminal())
                : terminal().live() ? new LiveWatch(terminal()) : new LineWatch(terminal());
        Duration between = Duration.ofMillis(Math.max(50, Math.round(interval * 1000)));
        while (true) {
            try {
                Answer job = job();
                if (patience.answered(terminal())) {
                    view.interrupted();
                }
                view.show(job, () -> ask("explain", "token", token()).child("explanation"));
                if (job.text("state").equals("CLOSED")) {
                    return ended(job);
                }
            } catch (Failure failure) {
                if (patience.bear(failure, terminal())) {
                    view.interrupted();
                }
            }
            pause().of(between);
        }
    }

    private Answer job() {
        Answer standing = ask("status", "token", token());
        if (standing.child("group").isPresent()) {
            throw Failure.usage(
                    token() + " names a group of jobs",
                    "slipway status " + token() + " shows how they stand; watch one of slipway list --group.");
        }
        return standing.child("status").orElseThrow();
    }

    private static int ended(Answer job) {
        String word = job.child("outcome").map(outcome -> outcome.text("word")).orElse("");
        return word.equals("DONE") ? ExitStatus.OK : ExitStatus.JOB_FAILED;
    }
}
