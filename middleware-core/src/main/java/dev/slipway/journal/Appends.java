package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.EventRows.EventRow;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Appends events to jobs: those of one job by one statement, those of several in one transaction. */
final class Appends {
    private final Transaction transaction;
    private final Clock clock;
    private final Heads heads;
    private final LatestJobs latest;
    private final EventCodec codec;

    /** @param latest is told of every job before it is written and after */
    Appends(Transaction transaction, Clock clock, EventCodec codec, Heads heads, LatestJobs latest) {
        this.transaction = transaction;
        this.clock = clock;
        this.codec = codec;
        this.heads = heads;
        this.latest = latest;
    }

    /** As the journal is asked to. */
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

    /** As the journal is asked to. */
    List<Job> append(List<JobChange> changes) {
        List<Draft> drafts = changes.stream()
                .map(change -> draft(change.job(), change.events()))
                .toList();
        return latest.change(drafts.stream().map(Draft::before).toList(), () -> {
            write(drafts);
            return drafts.stream().map(Draft::after).toList();
        });
    }

    /** Events with their numbers and times, and the job that they lead to. */
    private record Draft(Job before, List<RecordedEvent> events, Job after) {}

    private Draft draft(Job job, List<JobEvent> events) {
        Instant now = now();
        // A clock that was set back must not make a job's life run backwards.
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
        transaction.run("append to " + drafts.size() + " jobs", connection -> {
            List<AppendedRows> all = new ArrayList<>();
            for (Draft draft : drafts) {
                Job before = draft.before();
                Optional<String> remembered = heads.of(before.token(), before.version());
                heads.forget(before.token());
                Optional<String> head = remembered.isPresent()
                        ? remembered
                        : JobRows.head(connection, before.token(), before.version());
                if (head.isEmpty()) {
                    throw new VersionConflict(before);
                }
                all.add(appended(before, head.get(), draft.events(), draft.after()));
            }
            int refused = AppendedRows.write(connection, all).indexOf(false);
            if (refused >= 0) {
                throw new VersionConflict(drafts.get(refused).before());
            }
            return drafts.size();
        });
    }

    private AppendedRows appended(Job before, String head, List<RecordedEvent> events, Job after) {
        List<EventRow> rows = new ArrayList<>();
        String last = head;
        for (RecordedEvent event : events) {
            EventRow row = row(before.token(), event, last);
            rows.add(row);
            last = row.hash();
        }
        return new AppendedRows(before.version(), head, rows, after);
    }

    /**
     * By the last event's hash as it is remembered, which the store has to confirm; else by what the store says, once. The lock of the
     * row orders writers: of two at one version the statement of the second finds nothing to change.
     */
    private void write(Job before, List<RecordedEvent> events, Job after) {
        String what = "append to job " + before.token();
        Optional<String> remembered = heads.of(before.token(), before.version());
        heads.forget(before.token());
        if (remembered.isPresent() && write(what, before, remembered.get(), events, after)) {
            return;
        }
        boolean written = transaction
                .single(what, connection -> JobRows.head(connection, before.token(), before.version()))
                .filter(head -> write(what, before, head, events, after))
                .isPresent();
        if (!written) {
            throw new VersionConflict(before);
        }
    }

    private boolean write(String what, Job before, String head, List<RecordedEvent> events, Job after) {
        AppendedRows appended = appended(before, head, events, after);
        boolean written = transaction.single(what, appended::write);
        if (written && after.state() != JobState.CLOSED) {
            heads.put(after.token(), after.version(), appended.lastHash());
        }
        return written;
    }

    /** The event as it is stored after the one whose hash is {@code before}. */
    EventRow row(JobToken token, RecordedEvent recorded, String before) {
        String event = recorded.event().kind().name();
        String payload = codec.write(recorded.event());
        String hash = EventChain.hash(before, token, recorded.sequence(), recorded.at(), event, payload);
        return new EventRow(recorded.sequence(), recorded.at(), event, payload, hash);
    }

    /** As finely as the store keeps it. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
