package dev.slipway.toolkit;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks an exported record without the service. */
@Command(
        name = "check",
        description = {
            "Checks an exported audit record by itself: no service is called.",
            "Its hashes cover each event's time, name and payload; the texts beside them are for people and are not covered.",
            "Compare the checkpoint's hash with one that `audit verify` printed and that you noted elsewhere."
        })
final class AuditCheck extends Verb {
    @Parameters(paramLabel = "FILE", description = "The record, as audit export wrote it.")
    private Path file;

    @Override
    int run() {
        AuditRecord record = AuditRecord.read(file);
        List<String> findings = RecordCheck.of(record);
        String checkpoint = record.checkpoint().map(RecordEvent::hash).orElse("");
        if (json()) {
            answer(json(record, findings, checkpoint));
        } else {
            findings.forEach(finding -> terminal().line(file + ": " + Answer.clean(finding)));
            terminal()
                    .line(file + (findings.isEmpty() ? ": sound" : ": not sound") + ", job "
                            + Answer.clean(record.token()) + ", "
                            + record.events().size() + " events");
            terminal()
                    .line(record.covered()
                            .map(last -> "checkpoint  " + Answer.clean(checkpoint) + ", covers events up to "
                                    + last.sequence())
                            .orElse("no checkpoint covers its events: who made these hashes, and when, is not shown"));
        }
        return findings.isEmpty() ? ExitStatus.OK : ExitStatus.JOURNAL_DAMAGED;
    }

    private static Map<String, Object> json(AuditRecord record, List<String> findings, String checkpoint) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("sound", findings.isEmpty());
        answer.put("token", record.token());
        answer.put("owner", record.owner());
        answer.put("events", record.events().size());
        answer.put("checkpoint", checkpoint);
        answer.put("covered", record.covered().map(RecordEvent::sequence).orElse(0L));
        answer.put("findings", findings);
        return answer;
    }
}
