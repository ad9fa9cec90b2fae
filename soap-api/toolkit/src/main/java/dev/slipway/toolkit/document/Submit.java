package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Submits a job document and prints the job's token. */
@Command(
        name = "submit",
        description = "Submits a job document; prints the token of the job or of the sweep's group, or every problem.")
public final class Submit extends DocumentVerb {
    @Option(
            names = "--callback",
            paramLabel = "URL",
            description =
                    "The address for a signed callback when the job has closed; the operator must allow the place.")
    private String callback;

    @Override
    protected int run() {
        Answer answer = submitted();
        remark(answer.all("warning"));
        if (json()) {
            return answer(Json.object(answer, "warnings"));
        }
        terminal().line(answer.text("token"));
        answer.find("jobs").ifPresent(jobs -> terminal()
                .note("a group of " + Figures.count(Long.parseLong(jobs), "job")
                        + "; `slipway list --group` names them"));
        return ExitStatus.DONE;
    }

    /** Submits the document. The findings in a refused document are printed as validate prints them. */
    private Answer submitted() {
        try {
            return callback == null
                    ? ask("submit", "document", base64(bytes()))
                    : ask("submit", "document", base64(bytes()), "callback", callback);
        } catch (Failure failure) {
            if (failure.findings().isEmpty()) {
                throw failure;
            }
            if (json()) {
                throw failure.at(name());
            }
            remark(failure.findings());
            throw Failure.refused(
                    failure.code(),
                    failure.exitStatus(),
                    name() + ": " + FindingLines.refusal(failure.code()),
                    failure.findings());
        }
    }
}
