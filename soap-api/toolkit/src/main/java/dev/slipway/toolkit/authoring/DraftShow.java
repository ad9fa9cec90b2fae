package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's draftShow. */
@Command(
        name = "show",
        description = {
            "Shows one of your drafts, and what the draft still lacks.",
            "`slipway draft show DRAFT --document | slipway submit -` submits the draft."
        })
final class DraftShow extends DraftVerb {
    @Option(names = "--document", description = "Prints the draft as a job document.")
    private boolean document;

    @Override
    protected int run() {
        Answer details = ask("draftShow", List.of(named())).child("details").orElseThrow();
        if (json()) {
            return answer(Json.object(details, "findings"));
        }
        if (document) {
            return document(details);
        }
        terminal().line(details.text("name") + ", changed " + Figures.time(details.text("changed")));
        terminal().line("id " + details.text("id"));
        details.find("job").ifPresent(job -> terminal().line("last job " + job));
        lacks(details).forEach(terminal()::line);
        terminal()
                .note(
                        details.all("finding").isEmpty()
                                ? "the draft can be submitted"
                                : "the draft cannot be submitted so far");
        return ExitStatus.DONE;
    }

    private int document(Answer details) {
        String base64 = details.find("document")
                .orElseThrow(() -> Failure.usage(
                        "draft " + details.text("id") + " is no document so far: "
                                + lacks(details).stream().collect(Collectors.joining("; ")),
                        "Complete the draft on its page."));
        String text = new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
        terminal().line(text.stripTrailing());
        return ExitStatus.DONE;
    }

    private static List<String> lacks(Answer details) {
        return details.all("finding").stream()
                .map(finding -> {
                    String field = finding.text("field");
                    return (field.isEmpty() ? "" : field + ": ") + finding.text("message");
                })
                .toList();
    }
}
