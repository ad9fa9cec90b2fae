package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.Verb;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Calls the service's auditVerify. */
@Command(
        name = "verify",
        description = {
            "Compares the whole journal, or one job's part, with its hashes; for operators and auditors.",
            "Prints the hash of the latest checkpoint: note the hash where the service cannot write."
        })
final class AuditVerify extends Verb {
    @Parameters(arity = "0..1", paramLabel = "TOKEN", description = "The job; default: all jobs.")
    private String token;

    @Override
    protected int run() {
        Answer answer = token == null ? ask("auditVerify") : ask("auditVerify", "token", whole(token));
        List<Answer> findings = answer.all("finding");
        if (json()) {
            answer(Json.object(answer, "findings"));
        } else {
            findings.forEach(finding -> terminal().line(finding.text("text")));
            terminal()
                    .line((findings.isEmpty() ? "sound" : "not sound") + ": "
                            + Figures.count(answer.number("jobs"), "job")
                            + ", " + Figures.count(answer.number("events"), "event") + ", "
                            + Figures.count(answer.number("checkpoints"), "checkpoint"));
            answer.find("checkpoint").filter(hash -> !hash.isEmpty()).ifPresent(hash -> terminal()
                    .line("checkpoint  " + hash));
        }
        return findings.isEmpty() ? ExitStatus.DONE : ExitStatus.DAMAGED;
    }
}
