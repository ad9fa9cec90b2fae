package dev.slipway.toolkit;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Submits a job document and prints the job's token. */
@Command(
        name = "submit",
        description = "Submits a job document; prints the job's token, or every problem as validate does.")
final class Submit extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document.")
    private Path file;

    @Override
    int run() {
        Answer answer = submitted();
        Findings.lines(file, answer.all("warning")).forEach(terminal()::remark);
        if (json()) {
            return answer(Json.object(answer, "warnings"));
        }
        terminal().line(answer.text("token"));
        return ExitStatus.OK;
    }

    /** What was found in a refused document is told as validate tells it. */
    private Answer submitted() {
        try {
            return ask("submit", "document", document(file));
        } catch (Failure failure) {
            if (failure.findings().isEmpty()) {
                throw failure;
            }
            Findings.lines(file, failure.findings()).forEach(terminal()::remark);
            throw new Failure(failure.exitStatus(), file + ": not valid", "", "");
        }
    }
}
