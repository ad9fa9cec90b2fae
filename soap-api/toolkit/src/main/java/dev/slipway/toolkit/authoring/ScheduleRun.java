package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.job.WatchOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's scheduleRun. */
@Command(name = "run", description = "Runs one of your schedules now, beside its times; prints the token of the job.")
final class ScheduleRun extends ScheduleVerb {
    @Mixin
    private WatchOption watch;

    @Override
    protected int run() {
        Answer answer = ask("scheduleRun", List.of(named()));
        if (json()) {
            answer(Json.object(answer));
        } else {
            terminal().line(answer.text("token"));
        }
        return watch.follow(answer.text("token"), access(), terminal(), pause(), json());
    }
}
