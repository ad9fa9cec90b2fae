package dev.slipway.toolkit;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Submits a job document and prints the job's token. */
@Command(name = "submit", description = "Submits a job document; prints the job's token.")
final class Submit extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document.")
    private Path file;

    @Override
    int run() {
        Answer answer = ask("submit", "document", document(file));
        List<Answer> warnings = answer.all("warning");
        warnings.forEach(warning -> terminal().note(Findings.line(file, warning)));
        if (json()) {
            return answer(Json.object(answer, "warnings"));
        }
        terminal().line(answer.text("token"));
        return ExitStatus.OK;
    }
}
