package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobWords;
import dev.slipway.journal.store.EventTable.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One statement that writes further events of a job and the job's new projection, in one round trip and either
 * completely or not at all. The statement changes no row if the job has another version or another last event than the
 * caller knows.
 *
 * @param version the version of the job before the events
 * @param head the hash of the event of that version
 * @param after the job after the events
 */
record AppendStatement(long version, String head, List<EventRow> events, Job after) {
    private static final String SQL = """
            WITH moved AS (
              UPDATE slipway.job SET state = ?, outcome = ?, blocked = ?, held = ?, since = ?::timestamptz, \
            version = ?, head = ?,
                                     folder_kept = ?, results_kept = ?, run_ms = ?, staged_bytes = ?, reason = ?
              WHERE token = ? AND version = ? AND head = ? RETURNING token)
            INSERT INTO slipway.job_event (token, sequence, at, event, payload, hash)
            SELECT token, given.sequence, given.at, given.event, given.payload, given.hash
            FROM moved, unnest(?::bigint[], ?::timestamptz[], ?::text[], ?::text[], ?::text[])
              AS given (sequence, at, event, payload, hash)
            """;

    String lastHash() {
        return events.get(events.size() - 1).hash();
    }

    /** Writes the events; returns false if no event was written. */
    boolean write(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            fill(statement);
            return statement.executeUpdate() == events.size();
        }
    }

    /**
     * Writes the events of several jobs in one round trip.
     *
     * @return for each job whether its events were written
     */
    static List<Boolean> write(Connection connection, List<AppendStatement> all) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            for (AppendStatement one : all) {
                one.fill(statement);
                statement.addBatch();
            }
            int[] written = statement.executeBatch();
            return IntStream.range(0, all.size())
                    .mapToObj(i -> written[i] == all.get(i).events().size())
                    .toList();
        }
    }

    private void fill(PreparedStatement statement) throws SQLException {
        statement.setString(1, after.state().name());
        statement.setString(2, after.outcome().map(JobOutcome::word).orElse(null));
        statement.setBoolean(3, after.blocked().isPresent());
        statement.setBoolean(4, after.held().isPresent());
        statement.setObject(5, OffsetDateTime.ofInstant(after.since(), ZoneOffset.UTC));
        statement.setLong(6, after.version());
        statement.setString(7, lastHash());
        statement.setBoolean(8, after.folderKept());
        statement.setBoolean(9, JobTable.resultsKept(after));
        JobUse use = JobUse.of(after);
        statement.setObject(10, use.runMillis().orElse(null), Types.BIGINT);
        statement.setLong(11, use.stagedBytes());
        statement.setString(12, JobWords.reason(after));
        statement.setString(13, after.token().value());
        statement.setLong(14, version);
        statement.setString(15, head);
        array(statement, 16, "int8", EventRow::sequence);
        array(statement, 17, "timestamptz", event -> OffsetDateTime.ofInstant(event.at(), ZoneOffset.UTC)
                .toString());
        array(statement, 18, "text", EventRow::event);
        array(statement, 19, "text", EventRow::payload);
        array(statement, 20, "text", EventRow::hash);
    }

    private void array(PreparedStatement statement, int index, String type, Function<EventRow, Object> of)
            throws SQLException {
        Object[] column = events.stream().map(of).toArray();
        statement.setArray(index, statement.getConnection().createArrayOf(type, column));
    }
}
