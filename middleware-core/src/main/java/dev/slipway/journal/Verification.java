package dev.slipway.journal;

import dev.slipway.job.IllegalTransition;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.EventRows.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Compares one job's events with their hashes, with the projection and with the document. */
final class Verification {
    private final EventCodec codec;
    private final JobToken token;
    private final List<String> findings = new ArrayList<>();

    Verification(EventCodec codec, JobToken token) {
        this.codec = codec;
        this.token = token;
    }

    List<String> of(Connection connection) throws SQLException {
        List<EventRow> events = EventRows.of(connection, token);
        String head = chain(events);
        Optional<JobRow> projection = JobRows.one(connection, token);
        if (projection.isEmpty()) {
            find(events.isEmpty() ? "is not in the journal" : "has events but no row");
            return findings;
        }
        if (JobRows.lockHead(connection, token, events.size())
                .filter(head::equals)
                .isEmpty()) {
            find("the row's head is not that of event " + events.size());
        }
        replay(events).ifPresent(job -> compare(job, projection.get()));
        replay(events).ifPresent(job -> document(connection, job));
        return findings;
    }

    private String chain(List<EventRow> events) {
        String head = EventChain.ORIGIN;
        long expected = 1;
        for (EventRow event : events) {
            if (event.sequence() != expected) {
                find("event " + expected + " is missing");
                expected = event.sequence();
            }
            String hash = EventChain.hash(head, token, event.sequence(), event.at(), event.event(), event.payload());
            if (!hash.equals(event.hash())) {
                find("event " + event.sequence() + " does not match its hash");
            }
            head = event.hash();
            expected++;
        }
        return head;
    }

    private Optional<Job> replay(List<EventRow> events) {
        try {
            return Optional.of(Job.replay(
                    token,
                    events.stream()
                            .map(row ->
                                    new RecordedEvent(row.sequence(), row.at(), codec.read(row.event(), row.payload())))
                            .toList()));
        } catch (IllegalTransition | IllegalArgumentException | JacksonException e) {
            find("cannot be replayed: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void compare(Job job, JobRow row) {
        boolean same = job.state() == row.state()
                && job.outcome().map(JobOutcome::word).equals(row.outcome())
                && job.blocked().isPresent() == row.blocked()
                && job.held().isPresent() == row.held()
                && job.folderKept() == row.folderKept()
                && JobRows.resultsKept(job) == row.resultsKept()
                && job.owner().equals(row.owner())
                && job.acceptance().order() == row.order()
                && job.accepted().equals(row.accepted())
                && job.since().equals(row.since());
        if (!same) {
            find("the row differs from the fold of the events");
        }
    }

    private void document(Connection connection, Job job) {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT bytes FROM slipway.document WHERE token = ?")) {
            select.setString(1, token.value());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()
                        || !EventChain.sha256(row.getBytes(1))
                                .equals(job.acceptance().documentSha256())) {
                    find("the document is not the one that was accepted");
                }
            }
        } catch (SQLException e) {
            throw new JournalUnavailable("cannot read the document of job " + token, e);
        }
    }

    private void find(String what) {
        findings.add("job " + token + ": " + what);
    }
}
