package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.EachJobVerb;
import dev.slipway.toolkit.view.GroupWatch;
import dev.slipway.toolkit.view.JsonWatch;
import dev.slipway.toolkit.view.LineWatch;
import dev.slipway.toolkit.view.LiveWatch;
import dev.slipway.toolkit.view.WatchView;
import dev.slipway.toolkit.wire.OutageRetry;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Follows a job to its end. */
@Command(
        name = "watch",
        description = {
            "Follows a job to its end: phases, bytes and rows moved, the program's progress, the outcome.",
            "Redraws the view on a terminal; elsewhere prints one line for each change."
                    + " Tries an unavailable service again.",
            "For a group, shows the number of jobs in each state, until the last job ends.",
            "Follows several jobs one after the other."
        })
public final class Watch extends EachJobVerb {
    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "The time between two updates (default 1).")
    private double interval;

    @Mixin
    private OutageRetry retry;

    @Override
    protected int about(String token) {
        heading(token);
        WatchView view = json()
                ? new JsonWatch(terminal())
                : terminal().live() ? new LiveWatch(terminal()) : new LineWatch(terminal());
        Duration between = Duration.ofMillis(Math.max(50, Math.round(interval * 1000)));
        GroupWatch groups = new GroupWatch(terminal(), json());
        while (true) {
            try {
                Answer standing = ask("status", "token", token);
                if (retry.answered(terminal())) {
                    view.interrupted();
                }
                Optional<Answer> group = standing.child("group");
                int status = group.isPresent()
                        ? groups.show(group.get())
                        : show(view, token, standing.child("status").orElseThrow());
                if (status != GroupWatch.OPEN) {
                    return status;
                }
            } catch (Failure failure) {
                if (retry.bear(failure, terminal())) {
                    view.interrupted();
                }
            }
            pause().of(between);
        }
    }

    private int show(WatchView view, String token, Answer job) {
        view.show(job, () -> ask("explain", "token", token).child("explanation"));
        return job.text("state").equals("CLOSED") ? ended(job) : GroupWatch.OPEN;
    }

    private static int ended(Answer job) {
        String word = job.child("outcome").map(outcome -> outcome.text("word")).orElse("");
        return word.equals("DONE") ? ExitStatus.DONE : ExitStatus.JOB_FAILED;
    }
}
