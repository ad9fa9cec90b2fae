package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.ZoneOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Calls the service's scheduleCreate. */
@Command(
        name = "create",
        description = {
            "Makes a schedule that runs a template with values; prints the id of the schedule.",
            "The template runs at times (--at, --days, --every), or when the answer to a query changes (--source,"
                    + " --query)."
        })
final class ScheduleCreate extends TemplateVerb {
    @Mixin
    private SetOption set;

    @ArgGroup(exclusive = false)
    private TimetableOptions timetable;

    @ArgGroup(exclusive = false)
    private QueryOptions query;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "Runs again after each such time until --until, or asks the query so often: 30m, 2h.")
    private String every;

    @Mixin
    private ZoneOption zone;

    @Option(names = "--overlap", description = "Runs also while the job of an earlier run is open.")
    private boolean overlap;

    @Override
    protected int run() {
        if ((timetable == null) == (query == null)) {
            throw Failure.usage(
                    "a schedule runs at times or by a query: give one of --at and --query",
                    "For example: --at 07:30 --days mon-fri, or --source risk --query 'SELECT max(day) FROM price'"
                            + " --every 5m.");
        }
        List<Map.Entry<String, Object>> fields = new ArrayList<>();
        fields.add(Map.entry(named().getKey(), named().getValue()));
        set.addTo(fields);
        fields.add(
                timetable == null
                        ? Map.entry("watch", query.part(every))
                        : Map.entry("timetable", timetable.part(every)));
        fields.add(zone.field());
        fields.add(Map.entry("alone", Boolean.toString(!overlap)));
        Answer answer = ask("scheduleCreate", fields);
        if (json()) {
            return answer(Json.object(answer));
        }
        terminal().line(answer.text("schedule"));
        terminal().note((timetable == null ? "asks next at " : "runs next at ") + Figures.time(answer.text("next")));
        return ExitStatus.DONE;
    }
}
