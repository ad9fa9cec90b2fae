package dev.slipway.toolkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
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

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long a service that cannot be reached is tried again (default 300).")
    private long patience;

    @Override
    int run() {
        WatchView view = json()
                ? new JsonWatch(terminal())
                : terminal().live() ? new LiveWatch(terminal()) : new LineWatch(terminal());
        Duration between = Duration.ofMillis(Math.max(50, Math.round(interval * 1000)));
        GroupWatch groups = new GroupWatch(terminal(), json());
        Instant unreachableSince = null;
        while (true) {
            try {
                Answer standing = ask("status", "token", token());
                Optional<Answer> group = standing.child("group");
                if (group.isPresent()) {
                    int status = groups.show(group.get());
                    if (status >= 0) {
                        return status;
                    }
                    pause().of(between);
                    continue;
                }
                Answer job = standing.child("status").orElseThrow();
                if (unreachableSince != null) {
                    terminal().note("the service answers again");
                    unreachableSince = null;
                }
                view.show(job, () -> ask("explain", "token", token()).child("explanation"));
                if (job.text("state").equals("CLOSED")) {
                    return ended(job);
                }
            } catch (Failure failure) {
                unreachableSince = bear(failure, unreachableSince);
            }
            pause().of(between);
        }
    }

    private static int ended(Answer job) {
        String word = job.child("outcome").map(outcome -> outcome.text("word")).orElse("");
        return word.equals("DONE") ? ExitStatus.OK : ExitStatus.JOB_FAILED;
    }

    /** @return since when the service is away */
    private Instant bear(Failure failure, Instant since) {
        if (failure.exitStatus() != ExitStatus.NOT_REACHED && failure.exitStatus() != ExitStatus.STORE_UNREACHABLE) {
            throw failure;
        }
        Instant now = terminal().clock().instant();
        if (since == null) {
            terminal().note(failure.getMessage() + "; trying again for " + patience + " s");
            return now;
        }
        if (Duration.between(since, now).toSeconds() >= patience) {
            throw failure;
        }
        return since;
    }
}
