package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.ledger.EventChain;
import dev.slipway.journal.store.EventTable.EventRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares one job's events with their hashes, with the projection and with the document. */
final class Verification {
    private final EventCodec codec;
    private final StoredJob stored;
    private final List<String> findings = new ArrayList<>();

    private Verification(EventCodec codec, StoredJob stored) {
        this.codec = codec;
        this.stored = stored;
    }

    /** Returns the findings about the job; each finding names the job. */
    static List<String> of(EventCodec codec, StoredJob stored) {
        Verification verification = new Verification(codec, stored);
        verification.chain();
        verification.replay().ifPresent(verification::compare);
        verification.document();
        return verification.findings;
    }

    private void chain() {
        String head = EventChain.ORIGIN;
        long expected = 1;
        for (EventRow event : stored.events()) {
            if (event.sequence() != expected) {
                find("event " + expected + " is missing");
                expected = event.sequence();
            }
            if (!event.expectedHash(head, stored.token()).equals(event.hash())) {
                find("event " + event.sequence() + " does not match its hash");
            }
            if (!EventChain.oneLine(event.event())) {
                find("event " + event.sequence() + " has not the form of one: its fields were moved");
            }
            head = event.hash();
            expected++;
        }
        if (stored.version() >= expected) {
            find("event " + expected + " is missing: the row's head is that of event " + stored.version());
        } else if (!stored.head().equals(head)) {
            find("the row's head is not the hash of event " + (expected - 1));
        }
    }

    private Optional<Job> replay() {
        if (stored.events().isEmpty()) {
            return Optional.empty();
        }
        try {
            List<RecordedEvent> events = new ArrayList<>();
            for (EventRow row : stored.events()) {
                events.add(decode(codec, row));
            }
            return Optional.of(Job.replay(stored.token(), events));
        } catch (RuntimeException e) {
            find("cannot be replayed: " + firstLine(e));
            return Optional.empty();
        }
    }

    /**
     * Decodes the event of a row.
     *
     * @throws IllegalArgumentException if the row holds no valid event; the message names the row
     */
    static RecordedEvent decode(EventCodec codec, EventRow row) {
        try {
            return new RecordedEvent(row.sequence(), row.at(), codec.read(row.event(), row.payload()));
        } catch (RuntimeException e) {
            // Whether the payload violates the parser's rules or those of a record, the row is not as it was written.
            throw new IllegalArgumentException(
                    "event " + row.sequence() + " (" + row.event() + ") cannot be read: " + firstLine(e), e);
        }
    }

    static String firstLine(RuntimeException e) {
        return e.getMessage() == null
                ? e.getClass().getSimpleName()
                : e.getMessage().lines().findFirst().orElse("");
    }

    private void compare(Job job) {
        JobRow row = stored.row();
        boolean same = job.state() == row.state()
                && job.outcome().map(JobOutcome::word).equals(row.outcome())
                && job.blocked().isPresent() == row.blocked()
                && job.held().isPresent() == row.held()
                && job.folderKept() == row.folderKept()
                && JobTable.resultsKept(job) == row.resultsKept()
                && job.since().equals(row.since())
                && job.version() == stored.version()
                && Projected.of(job).equals(stored.projected())
                && acceptance(job, row);
        if (!same) {
            find("the row differs from the fold of the events up to event " + job.version());
        }
    }

    private boolean acceptance(Job job, JobRow row) {
        return job.owner().equals(row.owner())
                && job.acceptance().order() == row.order()
                && job.accepted().equals(row.accepted())
                && job.acceptance().partition().equals(row.partition())
                && job.acceptance().documentSha256().equals(stored.document().sha256())
                && job.request().submissionId().equals(stored.sid())
                && job.request().name().equals(row.name())
                && job.acceptance().membership().equals(row.membership())
                && job.request().launch().processes() == row.processes();
    }

    private void document() {
        if (!stored.document().found().equals(Optional.of(stored.document().sha256()))) {
            find("the document is not the one that was accepted by event 1");
        }
    }

    private void find(String what) {
        findings.add(finding(stored.token(), what));
    }

    static String finding(JobToken token, String what) {
        return "job " + token + ": " + what;
    }
}
