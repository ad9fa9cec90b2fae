package dev.slipway.toolkit.authoring;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the verbs for schedules. */
@Command(
        name = "schedule",
        description = "Lists schedules, makes, pauses, resumes, runs and deletes them.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {
            ScheduleList.class,
            ScheduleShow.class,
            ScheduleCreate.class,
            SchedulePause.class,
            ScheduleResume.class,
            ScheduleRun.class,
            ScheduleDelete.class
        })
public final class Schedules implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of schedule?");
    }
}
