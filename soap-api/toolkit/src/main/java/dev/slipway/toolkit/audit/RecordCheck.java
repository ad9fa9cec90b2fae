package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.answer.Json;
import java.util.ArrayList;
import java.util.List;

/** Checks an audit record without the service: the chain of events, and the checkpoint that covers them. */
final class RecordCheck {
    private static final String ORIGIN = "0".repeat(64);

    private static final char DELETE = 0x7f;

    private final AuditRecord record;
    private final List<String> findings = new ArrayList<>();

    private RecordCheck(AuditRecord record) {
        this.record = record;
    }

    /** Returns one line for each departure from the record as written; empty for a sound record. */
    static List<String> of(AuditRecord record) {
        RecordCheck check = new RecordCheck(record);
        check.events();
        check.head();
        check.checkpoint();
        return List.copyOf(check.findings);
    }

    /** Checks each event against the hash that the event before shows, so that one wrong event is one finding. */
    private void events() {
        String before = ORIGIN;
        long expected = 1;
        for (RecordEvent event : record.events()) {
            if (event.sequence() != expected) {
                findings.add("event " + event.sequence() + " stands where event " + expected + " must stand");
            }
            if (!event.expected(before).equals(event.hash())) {
                findings.add(
                        "event " + event.sequence() + " (" + event.event() + ") was changed, or one before it removed");
            }
            oneLineEach(event, "event " + event.sequence());
            before = event.hash();
            expected = event.sequence() + 1;
        }
        if (record.events().isEmpty()) {
            findings.add("the record holds no event");
        }
    }

    /**
     * Reports line feeds in a field. A line feed could move the end of a field into the next field without changing the
     * hash.
     */
    private void oneLineEach(RecordEvent row, String name) {
        List<String> named = row.fields().subList(0, row.fields().size() - 1);
        if (named.stream().flatMapToInt(String::chars).anyMatch(c -> c < ' ' || c == DELETE)) {
            findings.add(name + " has a field of several lines: fields were moved");
        }
    }

    /** Checks the owner and the document's hash. Both also stand above the events, where no hash covers them. */
    private void head() {
        if (record.events().isEmpty()) {
            return;
        }
        String accepted = record.events().get(0).payload();
        if (!accepted.contains("\"owner\":" + Json.quoted(record.owner()))) {
            findings.add("owner " + record.owner() + " is not the one of event 1");
        }
        if (!accepted.contains("\"documentSha256\":" + Json.quoted(record.documentSha256()))) {
            findings.add("the document's SHA-256 is not the one of event 1");
        }
    }

    private void checkpoint() {
        if (record.checkpoint().isEmpty()) {
            return;
        }
        RecordEvent checkpoint = record.checkpoint().get();
        String name = "checkpoint " + checkpoint.sequence();
        if (!checkpoint.event().equals("CHECKPOINT")
                || !checkpoint.expected(record.before()).equals(checkpoint.hash())) {
            findings.add(name + " was changed");
        }
        oneLineEach(checkpoint, name);
        long jobs = checkpoint.payload().chars().filter(c -> c == '\n').count();
        String text = checkpoint.fields().get(checkpoint.fields().size() - 2);
        if (!text.equals("checkpoint over " + jobs + " jobs")
                || !checkpoint.payload().endsWith("\n")
                || !record.before().matches("[0-9a-f]{64}")) {
            findings.add(name + " does not list the jobs that it says it covers");
        }
        List<String> lines = checkpoint
                .payload()
                .lines()
                .filter(line -> line.startsWith(record.token() + " "))
                .toList();
        if (lines.size() != 1 || record.covered().isEmpty()) {
            findings.add(name + " does not cover the record: events were removed, added or changed after it");
        }
    }
}
