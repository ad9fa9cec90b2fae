package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Calls the service's templateShow. */
@Command(
        name = "show",
        description = "Shows a template: each blank with the values that the blank takes and the initial value.")
final class TemplateShow extends TemplateVerb {

    @Override
    protected int run() {
        Answer details = ask("templateShow", List.of(named())).child("details").orElseThrow();
        if (json()) {
            return answer(Json.object(details, "blanks"));
        }
        terminal()
                .line(details.text("name") + ", version " + details.text("templateVersion") + ", of "
                        + details.text("owner") + (details.is("shared") ? ", shared with all" : "") + ", changed "
                        + Figures.time(details.text("changed")));
        terminal().line("id " + details.text("id"));
        details.text("description").lines().forEach(terminal()::line);
        if (!details.all("blank").isEmpty()) {
            terminal().line("");
            blanks(details).lines().forEach(terminal()::line);
        }
        return ExitStatus.DONE;
    }

    private static TextTable blanks(Answer details) {
        TextTable table = new TextTable("BLANK", "TAKES", "INITIAL", "LABEL");
        for (Answer blank : details.all("blank")) {
            table.row(
                    blank.text("name"),
                    takes(blank),
                    blank.text("initial"),
                    blank.text("label")
                            + blank.find("help").map(help -> ": " + help).orElse(""));
        }
        return table;
    }

    private static String takes(Answer blank) {
        return switch (blank.text("kind")) {
            case "NUMBER" -> "a number" + bounds(blank);
            case "NUMBERS" -> "numbers" + bounds(blank) + ", with commas";
            case "DATE" -> "a day, such as 2026-03-31, today or today-5";
            case "CHOICE" -> blank.all("option").stream().map(Answer::text).collect(Collectors.joining(", "));
            default -> "text";
        };
    }

    private static String bounds(Answer blank) {
        return blank.find("least").map(least -> " from " + least).orElse("")
                + blank.find("most").map(most -> " to " + most).orElse("");
    }
}
