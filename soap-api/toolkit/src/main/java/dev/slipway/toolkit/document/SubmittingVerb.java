package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.job.Following;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.Verb;
import dev.slipway.toolkit.wire.OutageRetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that submits a document and can follow its job. */
abstract class SubmittingVerb extends Verb {
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    @Option(
            names = "--callback",
            paramLabel = "URL",
            description =
                    "The address for a signed callback when the job has closed; the operator must allow the place.")
    private String callback;

    @Option(names = "--hold", description = "Keeps the job from starting until `slipway release`.")
    private boolean hold;

    @Option(names = "--watch", description = "Follows the job to its end, and ends with 1 if the job failed.")
    private boolean watch;

    @Mixin
    private OutageRetry retry;

    /** Uploads the files that do not stand in the document itself. */
    void send(List<RunInput> inputs) {
        for (RunInput input : inputs) {
            if (input.text().isEmpty()) {
                ask("upload", "name", input.name(), "content", base64(input.bytes()));
            }
        }
    }

    /**
     * Submits a document.
     *
     * @param name the document's name in messages
     */
    int submit(String name, byte[] document) {
        Answer answer = submitted(name, document);
        remark(name, document, answer.all("warning"));
        String token = answer.text("token");
        if (json()) {
            answer(Json.object(answer, "warnings"));
        } else {
            terminal().line(token);
            answer.find("jobs").ifPresent(jobs -> terminal()
                    .note("a group of " + Figures.count(Long.parseLong(jobs), "job")
                            + "; `slipway list --group` names them"));
        }
        return watch
                ? new Following(access(), terminal(), pause(), json(), BETWEEN, retry).toTheEnd(token)
                : ExitStatus.DONE;
    }

    /** Prints findings for people. JSON has the findings in the answer or in the failure. */
    private void remark(String name, byte[] document, List<Answer> findings) {
        if (!json()) {
            FindingLines.lines(name, document, findings).forEach(terminal()::remark);
        }
    }

    /** Submits the document. The findings in a refused document are printed as validate prints them. */
    private Answer submitted(String name, byte[] document) {
        try {
            List<Map.Entry<String, String>> fields = new ArrayList<>();
            fields.add(Map.entry("document", base64(document)));
            if (callback != null) {
                fields.add(Map.entry("callback", callback));
            }
            if (hold) {
                fields.add(Map.entry("hold", "true"));
            }
            return ask("submit", fields);
        } catch (Failure failure) {
            if (failure.findings().isEmpty()) {
                throw failure;
            }
            if (json()) {
                throw failure.at(name);
            }
            remark(name, document, failure.findings());
            throw Failure.refused(
                    failure.code(),
                    failure.exitStatus(),
                    name + ": " + FindingLines.refusal(failure.code()),
                    failure.findings());
        }
    }
}
