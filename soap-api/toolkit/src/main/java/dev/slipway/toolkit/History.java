package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Shows a job's journal. */
@Command(name = "history", description = "Shows a job's journal, oldest event first.")
final class History extends JobVerb {
    @Override
    int run() {
        Answer answer = ask("history", "token", token());
        if (json()) {
            return answer(Json.object(answer, "entries"));
        }
        Table table = new Table("NO", "TIME", "EVENT", "TEXT");
        for (Answer entry : answer.all("entry")) {
            table.row(
                    entry.text("sequence"),
                    Figures.time(entry.text("at")),
                    entry.text("event"),
                    entry.text("text").replace('\n', ' '));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.OK;
    }
}
