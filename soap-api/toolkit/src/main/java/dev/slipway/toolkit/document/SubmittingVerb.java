package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.job.WatchOption;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that submits a document and can follow its job. */
abstract class SubmittingVerb extends Verb {
    @Option(
            names = "--callback",
            paramLabel = "URL",
            description =
                    "The address for a signed callback when the job has closed; the operator must allow the place.")
    private String callback;

    @Option(names = "--hold", description = "Keeps the job from starting until `slipway release`.")
    private boolean hold;

    @Mixin
    private WatchOption watch;

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
        SentDocument sent = new SentDocument(name, document, terminal(), json());
        Answer answer = submitted(sent);
        sent.remark(answer.all("warning"));
        String token = answer.text("token");
        if (json()) {
            answer(Json.object(answer, "warnings"));
        } else {
            terminal().line(token);
            answer.find("jobs").ifPresent(jobs -> terminal()
                    .note("a group of " + Figures.count(Long.parseLong(jobs), "job")
                            + "; `slipway list --group` names them"));
        }
        return watch.follow(token, access(), terminal(), pause(), json());
    }

    private Answer submitted(SentDocument sent) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("document", base64(sent.bytes())));
        if (callback != null) {
            fields.add(Map.entry("callback", callback));
        }
        if (hold) {
            fields.add(Map.entry("hold", "true"));
        }
        try {
            return ask("submit", fields);
        } catch (Failure failure) {
            throw sent.refused(failure);
        }
    }
}
