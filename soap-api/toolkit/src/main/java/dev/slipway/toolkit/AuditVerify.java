package dev.slipway.toolkit;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Calls the service's auditVerify. */
@Command(
        name = "verify",
        description = {
            "Compares the journal with its hashes: all of it, or one job's; for operators and auditors.",
            "Prints the hash of the latest checkpoint: note it where the service cannot write."
        })
final class AuditVerify extends Verb {
    @Parameters(arity = "0..1", paramLabel = "TOKEN", description = "The job; all jobs without it.")
    private String token;

    @Override
    int run() {
        Answer answer = token == null ? ask("auditVerify") : ask("auditVerify", "token", token);
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
        return findings.isEmpty() ? ExitStatus.OK : ExitStatus.JOURNAL_DAMAGED;
    }
}
