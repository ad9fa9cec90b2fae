package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JobChange;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.VersionConflict;
import dev.slipway.journal.ledger.EventChain;
import dev.slipway.journal.store.EventTable.EventRow;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Appends events to jobs: the events of one job by one statement, those of several jobs in one transaction. */
final class EventAppender {
    private final Transaction transaction;
    private final Clock clock;
    private final LastHashes hashes;
    private final LatestJobs latest;
    private final EventCodec codec;

    /** @param latest is informed of every job before and after the job is written */
    EventAppender(Transaction transaction, Clock clock, EventCodec codec, LastHashes hashes, LatestJobs latest) {
        this.transaction = transaction;
        this.clock = clock;
        this.codec = codec;
        this.hashes = hashes;
        this.latest = latest;
    }

    /** Appends events to one job, as {@link JobJournal} says. */
    Job append(Job job, List<JobEvent> events) {
        if (events.isEmpty()) {
            return job;
        }
        Draft draft = draft(job, events);
        return latest.change(List.of(job), () -> {
                    write(job, draft.events(), draft.after());
                    return List.of(draft.after());
                })
                .get(0);
    }

    /** Appends events to several jobs, as {@link JobJournal} says. */
    List<Job> append(List<JobChange> changes) {
        if (changes.size() == 1) {
            return List.of(append(changes.get(0).job(), changes.get(0).events()));
        }
        List<Draft> drafts = changes.stream()
                .map(change -> draft(change.job(), change.events()))
                .toList();
        return latest.change(drafts.stream().map(Draft::before).toList(), () -> {
            write(drafts);
            return drafts.stream().map(Draft::after).toList();
        });
    }

    /** Events with their numbers and times, and the job before and after them. */
    private record Draft(Job before, List<RecordedEvent> events, Job after) {}

    private Draft draft(Job job, List<JobEvent> events) {
        Instant now = now();
        // A clock that was set back must not make a job's history run backwards.
        Instant at = now.isBefore(job.at()) ? job.at() : now;
        List<RecordedEvent> recorded = new ArrayList<>();
        Job after = job;
        for (JobEvent event : events) {
            RecordedEvent next = new RecordedEvent(after.version() + 1, at, event);
            after = after.then(next);
            recorded.add(next);
        }
        return new Draft(job, recorded, after);
    }

    private void write(List<Draft> drafts) {
        List<AppendStatement> written = transaction.run("append to " + drafts.size() + " jobs", connection -> {
            List<AppendStatement> all = new ArrayList<>();
            for (Draft draft : drafts) {
                Job before = draft.before();
                Optional<String> remembered = hashes.of(before.token(), before.version());
                hashes.forget(before.token());
                Optional<String> head = remembered.isPresent()
                        ? remembered
                        : JobTable.head(connection, before.token(), before.version());
                if (head.isEmpty()) {
                    throw new VersionConflict(before);
                }
                all.add(appended(before, head.get(), draft.events(), draft.after()));
            }
            int refused = AppendStatement.write(connection, all).indexOf(false);
            if (refused >= 0) {
                throw new VersionConflict(drafts.get(refused).before());
            }
            return all;
        });
        written.forEach(this::remember);
    }

    private void remember(AppendStatement written) {
        Job after = written.after();
        if (after.state() != JobState.CLOSED) {
            hashes.put(after.token(), after.version(), written.lastHash());
        }
    }

    private AppendStatement appended(Job before, String head, List<RecordedEvent> events, Job after) {
        List<EventRow> rows = new ArrayList<>();
        String last = head;
        for (RecordedEvent event : events) {
            EventRow row = row(before.token(), event, last);
            rows.add(row);
            last = row.hash();
        }
        return new AppendStatement(before.version(), head, rows, after);
    }

    /**
     * Writes the events with the last event's hash as this service remembers it; the store must confirm that hash. If
     * it differs, the hash is read from the store once. The lock of the job's row orders writers: if two write at one
     * version, the statement of the second one changes no row.
     */
    private void write(Job before, List<RecordedEvent> events, Job after) {
        String what = "append to job " + before.token();
        Optional<String> remembered = hashes.of(before.token(), before.version());
        hashes.forget(before.token());
        if (remembered.isPresent() && write(what, before, remembered.get(), events, after)) {
            return;
        }
        boolean written = transaction
                .single(what, connection -> JobTable.head(connection, before.token(), before.version()))
                .filter(head -> write(what, before, head, events, after))
                .isPresent();
        if (!written) {
            throw new VersionConflict(before);
        }
    }

    private boolean write(String what, Job before, String head, List<RecordedEvent> events, Job after) {
        AppendStatement appended = appended(before, head, events, after);
        boolean written = transaction.single(what, appended::write);
        if (written) {
            remember(appended);
        }
        return written;
    }

    /** Makes the row of an event that follows the event with the hash {@code before}. */
    EventRow row(JobToken token, RecordedEvent recorded, String before) {
        String event = recorded.event().kind().name();
        String payload = codec.write(recorded.event());
        String hash = EventChain.hash(before, token, recorded.sequence(), recorded.at(), event, payload);
        return new EventRow(recorded.sequence(), recorded.at(), event, payload, hash);
    }

    /** Returns the time now, as finely as the store keeps it. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
