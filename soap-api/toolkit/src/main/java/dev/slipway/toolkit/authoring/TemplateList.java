package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;

/** Calls the service's templates. */
@Command(
        name = "list",
        description = "Lists your templates and those that others share; operators and auditors see all templates.")
final class TemplateList extends Verb {

    @Override
    protected int run() {
        Answer answer = ask("templates");
        if (json()) {
            return answer(Json.object(answer, "templates"));
        }
        TextTable table = new TextTable("ID", "NAME", "OWNER", "SHARED", "BLANKS", "CHANGED");
        for (Answer template : answer.all("template")) {
            table.row(
                    template.text("id"),
                    template.text("name"),
                    template.text("owner"),
                    template.is("shared") ? "yes" : "no",
                    template.text("blankCount"),
                    Figures.time(template.text("changed")));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
