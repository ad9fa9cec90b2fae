package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;

/** Calls the service's schedules. */
@Command(
        name = "list",
        description = "Lists your schedules, those that run next first; operators and auditors see all schedules.")
final class ScheduleList extends Verb {

    @Override
    protected int run() {
        return listed(
                ask("schedules"),
                "schedule",
                new TextTable("ID", "NAME", "OWNER", "WHEN", "NEXT", "LAST JOB", "STATE"),
                schedule -> new String[] {
                    schedule.text("id"),
                    schedule.text("name"),
                    schedule.text("owner"),
                    ScheduleWords.when(schedule),
                    schedule.is("paused") ? "paused" : Figures.time(schedule.text("next")),
                    schedule.text("job"),
                    schedule.text("jobState")
                });
    }
}
