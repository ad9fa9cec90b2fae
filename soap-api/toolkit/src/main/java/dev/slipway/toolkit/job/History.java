package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.EachJobVerb;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows a job's journal. */
@Command(
        name = "history",
        description = "Shows a job's journal, oldest event first: time, duration, event, user and address.")
public final class History extends EachJobVerb {
    @Override
    protected int about(String token) {
        Answer answer = ask("history", "token", token);
        if (json()) {
            return answer(named(token, Json.object(answer, "entries")));
        }
        heading(token);
        List<Answer> entries = answer.all("entry");
        TextTable table = new TextTable("NO", "TIME", "AFTER", "EVENT", "TEXT");
        for (Answer entry : entries) {
            table.row(
                    entry.text("sequence"),
                    Figures.time(entry.text("at")),
                    Figures.span(Instant.parse(entries.get(0).text("at")), Instant.parse(entry.text("at"))),
                    entry.text("event"),
                    entry.text("text").replace('\n', ' '));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
