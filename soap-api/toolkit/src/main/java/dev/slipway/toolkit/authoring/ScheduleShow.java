package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import java.util.List;
import picocli.CommandLine.Command;

/** Calls the service's scheduleShow. */
@Command(
        name = "show",
        description = "Shows a schedule: its values, its next times, and its last runs with their jobs, newest first.")
final class ScheduleShow extends ScheduleVerb {

    @Override
    protected int run() {
        Answer details = ask("scheduleShow", List.of(named())).child("details").orElseThrow();
        if (json()) {
            return answer(Json.object(details, "firings"));
        }
        terminal().line(details.text("name") + ", of " + details.text("owner"));
        terminal().line("id       " + details.text("id"));
        terminal().line("template " + details.text("template") + ", version " + details.text("templateVersion"));
        terminal().line("when     " + ScheduleWords.when(details));
        details.child("watch")
                .ifPresent(watch -> watch.text("statement").strip().lines().forEach(line -> terminal()
                        .line("         " + line)));
        details.all("set")
                .forEach(value -> terminal().line("with     " + value.text("name") + "=" + value.text("text")));
        if (details.is("paused")) {
            terminal().line("next     paused");
        }
        details.all("next").forEach(time -> terminal().line("next     " + Figures.time(time.text())));
        details.find("presentVersion").ifPresent(version -> terminal()
                .note("the template has version " + version
                        + " now; `slipway schedule resume --accept` lets the schedule run that version"));
        if (!details.all("firing").isEmpty()) {
            terminal().line("");
            firings(details).lines().forEach(terminal()::line);
        }
        return ExitStatus.DONE;
    }

    private static TextTable firings(Answer details) {
        TextTable table = new TextTable("RUN", "TIME", "OUTCOME", "JOB", "REMARK");
        for (Answer firing : details.all("firing")) {
            table.row(
                    firing.text("sequence"),
                    Figures.time(firing.text("due")),
                    firing.text("outcome"),
                    firing.text("job"),
                    firing.child("problem")
                            .map(problem -> problem.text("message"))
                            .orElseGet(() -> firing.text("note")));
        }
        return table;
    }
}
