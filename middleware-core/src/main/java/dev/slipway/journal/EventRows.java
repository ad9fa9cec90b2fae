package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements on {@code slipway.job_event} and {@code slipway.document}. */
final class EventRows {

    /** An event as it is stored. */
    record EventRow(long sequence, Instant at, String event, String payload, String hash) {}

    private EventRows() {}

    static void insert(Connection connection, JobToken token, List<EventRow> events) throws SQLException {
        String sql =
                "INSERT INTO slipway.job_event (token, sequence, at, event, payload, hash) VALUES (?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (EventRow event : events) {
                insert.setString(1, token.value());
                insert.setLong(2, event.sequence());
                insert.setTimestamp(3, Timestamp.from(event.at()));
                insert.setString(4, event.event());
                insert.setString(5, event.payload());
                insert.setString(6, event.hash());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** The events after the one of number {@code after}. */
    static List<EventRow> of(Connection connection, JobToken token, long after) throws SQLException {
        String sql = "SELECT sequence, at, event, payload, hash FROM slipway.job_event"
                + " WHERE token = ? AND sequence > ? ORDER BY sequence";
        List<EventRow> events = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            select.setLong(2, after);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.add(new EventRow(
                            row.getLong(1),
                            row.getTimestamp(2).toInstant(),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5)));
                }
            }
        }
        return events;
    }

    static Optional<byte[]> document(Connection connection, JobToken token) throws SQLException {
        String sql = "SELECT bytes FROM slipway.document WHERE token = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
            }
        }
    }
}
