package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's scheduleResume. */
@Command(name = "resume", description = "Lets a paused schedule fire again, from its next time on.")
final class ScheduleResume extends ScheduleVerb {
    @Option(
            names = "--accept",
            description = "Lets the schedule run the present version of its template, which `slipway template show`"
                    + " shows; only for the owner of the schedule.")
    private boolean accept;

    @Override
    protected int run() {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(named());
        if (accept) {
            Answer details = ask("scheduleShow", fields).child("details").orElseThrow();
            fields.add(Map.entry(
                    "templateVersion",
                    details.find("presentVersion").orElseGet(() -> details.text("templateVersion"))));
        }
        return change("scheduleResume", fields, "fires again");
    }
}
