package dev.slipway.toolkit;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Submits a job document and prints the job's token. */
@Command(
        name = "submit",
        description = "Submits a job document; prints the token of the job or of the sweep's group, or every problem.")
final class Submit extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document.")
    private Path file;

    @Option(
            names = "--callback",
            paramLabel = "URL",
            description =
                    "The address for a signed callback when the job has closed; the operator must allow the place.")
    private String callback;

    @Override
    int run() {
        Answer answer = submitted();
        remarkOn(file, answer.all("warning"));
        if (json()) {
            return answer(Json.object(answer, "warnings"));
        }
        terminal().line(answer.text("token"));
        answer.find("jobs").ifPresent(jobs -> terminal()
                .note("a group of " + Figures.count(Long.parseLong(jobs), "job")
                        + "; `slipway list --group` names them"));
        return ExitStatus.OK;
    }

    /** Submits the document. The findings in a refused document are printed as validate prints them. */
    private Answer submitted() {
        try {
            return callback == null
                    ? ask("submit", "document", document(file))
                    : ask("submit", "document", document(file), "callback", callback);
        } catch (Failure failure) {
            if (failure.findings().isEmpty()) {
                throw failure;
            }
            if (json()) {
                throw failure.at(file);
            }
            remarkOn(file, failure.findings());
            throw new Failure(failure.exitStatus(), file + ": " + FindingLines.refusal(failure.exitStatus()), "", "");
        }
    }
}
