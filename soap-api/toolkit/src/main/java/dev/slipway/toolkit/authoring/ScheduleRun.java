package dev.slipway.toolkit.authoring;

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
        return started(ask("scheduleRun", List.of(named())), watch);
    }
}
