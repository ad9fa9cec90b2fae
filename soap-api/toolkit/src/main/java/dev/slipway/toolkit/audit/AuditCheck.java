package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks an exported record without the service. */
@Command(
        name = "check",
        description = {
            "Checks an exported audit record without the service.",
            "The hashes cover each event's time, name and payload, but not the texts beside them.",
            "Compare the checkpoint's hash with a hash of `audit verify` that you noted elsewhere,",
            "or give the file with the heads of checkpoints that the service keeps outside its database."
        })
final class AuditCheck extends Verb {
    @Parameters(paramLabel = "FILE", description = "The record from audit export; - is standard input.")
    private Path file;

    @Option(
            names = "--heads",
            paramLabel = "FILE",
            description =
                    "Kept heads, one line SEQUENCE HASH KID SIGNATURE each; they must include the record's checkpoint.")
    private Path heads;

    @Override
    protected int run() {
        AuditRecord record = AuditRecord.read(named(file), bytes(file));
        List<String> findings = new ArrayList<>(RecordCheck.of(record));
        if (heads != null) {
            notKept(record).ifPresent(findings::add);
        }
        String checkpoint = record.checkpoint().map(RecordEvent::hash).orElse("");
        if (json()) {
            answer(json(record, findings, checkpoint));
        } else {
            findings.forEach(finding -> terminal().line(named(file) + ": " + Answer.clean(finding)));
            terminal()
                    .line(named(file) + (findings.isEmpty() ? ": sound" : ": not sound") + ", job "
                            + Answer.clean(record.token()) + ", "
                            + record.events().size() + " events");
            terminal()
                    .line(record.covered()
                            .map(last -> "checkpoint  " + Answer.clean(checkpoint) + ", covers events up to "
                                    + last.sequence())
                            .orElse("no checkpoint covers its events: who made these hashes, and when, is not shown"));
        }
        return findings.isEmpty() ? ExitStatus.DONE : ExitStatus.DAMAGED;
    }

    private Optional<String> notKept(AuditRecord record) {
        if (record.checkpoint().isEmpty()) {
            return Optional.of("the record has no checkpoint to look for in " + heads);
        }
        RecordEvent checkpoint = record.checkpoint().get();
        try {
            String head = checkpoint.sequence() + " " + checkpoint.hash() + " ";
            return Files.readAllLines(heads).stream().anyMatch(line -> line.startsWith(head))
                    ? Optional.empty()
                    : Optional.of("checkpoint " + checkpoint.sequence() + " is not among the heads in " + heads);
        } catch (IOException e) {
            throw Failure.usage("cannot read " + heads + ": " + Failure.reason(e), "Check the file's name and rights.");
        }
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
