package dev.slipway.toolkit;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets the service judge a document. */
@Command(
        name = "validate",
        description = {
            "Judges a job document; prints every problem with its line, as submit does.",
            "In this version the service judges, so it must be reachable; nothing is submitted."
        })
final class Validate extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document.")
    private Path file;

    @Override
    int run() {
        Answer answer = ask("validate", "document", document(file));
        boolean valid = answer.is("valid");
        if (json()) {
            answer(Json.object(answer, "findings"));
        } else {
            Findings.lines(file, answer.all("finding")).forEach(terminal()::line);
            terminal().line(file + (valid ? ": valid" : ": not valid"));
        }
        return valid ? ExitStatus.OK : status(answer);
    }

    /** The status that submit would end with. */
    private static int status(Answer answer) {
        String code = answer.all("finding").stream()
                .filter(finding -> finding.text("severity").equals("ERROR"))
                .map(finding -> finding.text("code"))
                .findFirst()
                .orElse("");
        return switch (code) {
            case "document.malformed" -> ExitStatus.DOCUMENT_MALFORMED;
            case "document.forbidden-xml" -> ExitStatus.DOCUMENT_FORBIDDEN;
            default -> ExitStatus.DOCUMENT_INVALID;
        };
    }
}
