package dev.slipway.journal.store;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.GroupCount;
import dev.slipway.journal.GroupEvent;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.journal.NewJobs;
import dev.slipway.journal.store.EventTable.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads and writes the table {@code slipway.job_group}, and reads the jobs of one group together. */
final class GroupTable {
    private GroupTable() {}

    /** Inserts the group; returns false if there is a group of this owner with this submission id. */
    static boolean insert(Connection connection, JobToken token, NewJobs jobs, String digest, Instant at)
            throws SQLException {
        String sql = """
                INSERT INTO slipway.job_group (token, owner, sid, document_sha256, document, name, jobs, \
                accepted_at, parent)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (owner, sid) DO NOTHING""";
        NewJobs.Group group = jobs.group().orElseThrow();
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, token.value());
            insert.setString(2, jobs.owner());
            insert.setString(3, jobs.submissionId().orElse(null));
            insert.setString(4, digest);
            insert.setBytes(5, jobs.document());
            insert.setString(6, group.name());
            insert.setInt(7, jobs.elements().size());
            insert.setTimestamp(8, Timestamp.from(at));
            insert.setString(9, group.parent().map(JobToken::value).orElse(null));
            return insert.executeUpdate() == 1;
        }
    }

    static Optional<JobGroup> one(Connection connection, JobToken token, Optional<String> owner) throws SQLException {
        String sql = "SELECT owner, name, jobs, accepted_at, parent FROM slipway.job_group WHERE token = ?"
                + (owner.isPresent() ? " AND owner = ?" : "");
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            if (owner.isPresent()) {
                select.setString(2, owner.get());
            }
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new JobGroup(
                                token,
                                row.getString(1),
                                row.getString(2),
                                row.getInt(3),
                                row.getTimestamp(4).toInstant(),
                                Optional.ofNullable(row.getString(5)).map(JobToken::new)))
                        : Optional.empty();
            }
        }
    }

    static List<GroupCount> counts(Connection connection, JobToken group) throws SQLException {
        String sql = """
                SELECT state, outcome, blocked, held AND outcome IS NULL AS held, count(*), max(since) FROM slipway.job
                WHERE group_token = ? GROUP BY 1, 2, 3, 4""";
        List<GroupCount> counts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, group.value());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    counts.add(new GroupCount(
                            JobState.valueOf(row.getString(1)),
                            Optional.ofNullable(row.getString(2)),
                            row.getBoolean(3),
                            row.getBoolean(4),
                            row.getInt(5),
                            row.getTimestamp(6).toInstant()));
                }
            }
        }
        return counts;
    }

    /** Reads the newest events of the group's jobs, oldest first. */
    static List<GroupEvent> events(Connection connection, EventCodec codec, JobToken group, int limit)
            throws SQLException {
        String sql = """
                SELECT * FROM (
                  SELECT e.sequence, e.at, e.event, e.payload, e.hash, e.token, j.element,
                         row_number() OVER (ORDER BY e.at, j.accepted_order, e.sequence) AS number
                  FROM slipway.job j JOIN slipway.job_event e USING (token) WHERE j.group_token = ?
                  ORDER BY number DESC LIMIT ?) AS newest
                ORDER BY number""";
        List<GroupEvent> events = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, group.value());
            select.setInt(2, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    EventRow event = EventTable.event(row);
                    JobToken job = new JobToken(row.getString(6));
                    events.add(new GroupEvent(row.getLong(8), job, row.getInt(7), decoded(codec, job, event)));
                }
            }
        }
        return events;
    }

    private static RecordedEvent decoded(EventCodec codec, JobToken job, EventRow event) {
        try {
            return Verification.decode(codec, event);
        } catch (IllegalArgumentException e) {
            throw new JournalCorrupt(job, e.getMessage(), e);
        }
    }
}
