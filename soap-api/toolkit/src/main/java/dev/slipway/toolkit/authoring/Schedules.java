package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

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
public final class Schedules extends VerbGroup {}
