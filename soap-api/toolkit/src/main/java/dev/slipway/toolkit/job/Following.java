package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Terminal;
import dev.slipway.toolkit.verb.PollDelay;
import dev.slipway.toolkit.view.GroupWatch;
import dev.slipway.toolkit.view.JsonWatch;
import dev.slipway.toolkit.view.LineWatch;
import dev.slipway.toolkit.view.LiveWatch;
import dev.slipway.toolkit.view.WatchView;
import dev.slipway.toolkit.wire.OutageRetry;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows a job or a group to its end, also while the service is away for a while.
 *
 * @param between the time between two looks
 */
public record Following(
        ServiceAccess access, Terminal terminal, PollDelay pause, boolean json, Duration between, OutageRetry retry) {

    /** Returns the exit status of the job's outcome, when the job has ended. */
    public int toTheEnd(String token) {
        WatchView view =
                json ? new JsonWatch(terminal) : terminal.live() ? new LiveWatch(terminal) : new LineWatch(terminal);
        GroupWatch groups = new GroupWatch(terminal, json);
        while (true) {
            try {
                Answer standing = ask("status", token);
                if (retry.answered(terminal)) {
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
                if (retry.bear(failure, terminal)) {
                    view.interrupted();
                }
            }
            pause.of(between);
        }
    }

    private Answer ask(String operation, String token) {
        return access.ask(operation, List.of(Map.entry("token", token)));
    }

    private int show(WatchView view, String token, Answer job) {
        view.show(job, () -> ask("explain", token).child("explanation"));
        return job.text("state").equals("CLOSED") ? ended(job) : GroupWatch.OPEN;
    }

    private static int ended(Answer job) {
        String word = job.child("outcome").map(outcome -> outcome.text("word")).orElse("");
        return word.equals("DONE") ? ExitStatus.DONE : ExitStatus.JOB_FAILED;
    }
}
