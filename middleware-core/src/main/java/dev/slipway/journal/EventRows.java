package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements on {@code slipway.job_event} and {@code slipway.document}. */
final class EventRows {

    /** An event as it is stored. */
    record EventRow(long sequence, Instant at, String event, String payload, String hash) {

        /** What {@link #hash} must be if that of the event before is {@code before}. */
        String expectedHash(String before, JobToken token) {
            return EventChain.hash(before, token, sequence, at, event, payload);
        }
    }

    /** A job's events, and what its row says of them. */
    record Chain(long version, String head, List<EventRow> events) {}

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

    /** The job's row and events, of one moment; empty if it has no row. */
    static Optional<Chain> chain(Connection connection, JobToken token) throws SQLException {
        String sql = """
                SELECT e.sequence, e.at, e.event, e.payload, e.hash, j.version, j.head
                FROM slipway.job j LEFT JOIN slipway.job_event e ON e.token = j.token
                WHERE j.token = ? ORDER BY e.sequence""";
        Chain chain = null;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (chain == null) {
                        chain = new Chain(row.getLong(6), row.getString(7), new ArrayList<>());
                    }
                    if (row.getLong(1) > 0) {
                        chain.events().add(event(row));
                    }
                }
            }
        }
        return Optional.ofNullable(chain);
    }

    /** The events of several jobs by token, each job's oldest first. */
    static Map<String, List<EventRow>> of(Connection connection, List<String> tokens) throws SQLException {
        String sql = """
                SELECT sequence, at, event, payload, hash, token FROM slipway.job_event
                WHERE token = ANY (?) ORDER BY token, sequence""";
        Map<String, List<EventRow>> events = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setArray(1, connection.createArrayOf("text", tokens.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.computeIfAbsent(row.getString(6), token -> new ArrayList<>())
                            .add(event(row));
                }
            }
        }
        return events;
    }

    private static EventRow event(ResultSet row) throws SQLException {
        return new EventRow(
                row.getLong(1), row.getTimestamp(2).toInstant(), row.getString(3), row.getString(4), row.getString(5));
    }

    static void insertDocument(Connection connection, JobToken token, byte[] bytes) throws SQLException {
        String sql = "INSERT INTO slipway.document (token, bytes) VALUES (?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, token.value());
            insert.setBytes(2, bytes);
            insert.executeUpdate();
        }
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

    static long nextOrder(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT nextval('slipway.acceptance')");
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
