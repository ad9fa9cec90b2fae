package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.EventChain;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the tables {@code slipway.job_event} and {@code slipway.document}. */
final class EventTable {

    /** An event as stored. */
    record EventRow(long sequence, Instant at, String event, String payload, String hash) {

        /** Returns the correct {@link #hash} if the previous event has the hash {@code before}. */
        String expectedHash(String before, JobToken token) {
            return EventChain.hash(before, token, sequence, at, event, payload);
        }
    }

    /** A job's events, with the version and the head that the job's row has. */
    record Chain(long version, String head, List<EventRow> events) {}

    private EventTable() {}

    private static final String CHAIN = """
            SELECT e.sequence, e.at, e.event, e.payload, e.hash, j.version, j.head, j.token, j.owner
            FROM slipway.job j LEFT JOIN slipway.job_event e ON e.token = j.token
            WHERE j.token %s ORDER BY j.token, e.sequence""";

    /** Reads rows and events of several jobs at one moment, by token. A job without a row is missing from the map. */
    static Map<JobToken, Chain> chains(Connection connection, List<JobToken> tokens) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CHAIN.formatted("= ANY (?)"))) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "text", tokens.stream().map(JobToken::value).toArray()));
            return chains(select, Optional.empty());
        }
    }

    /**
     * Reads the row and the events of one job at one moment; empty if the job has no row, or has another owner.
     *
     * <p>The token alone finds the job. With the owner in the condition, PostgreSQL read the index of all jobs of that
     * owner as long as it had no statistics: 25 ms a call with 100,000 jobs.
     */
    static Optional<Chain> chain(Connection connection, JobToken token, Optional<String> owner) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CHAIN.formatted("= ?"))) {
            select.setString(1, token.value());
            return Optional.ofNullable(chains(select, owner).get(token));
        }
    }

    private static Map<JobToken, Chain> chains(PreparedStatement select, Optional<String> owner) throws SQLException {
        Map<JobToken, Chain> chains = new HashMap<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                if (owner.isPresent() && !owner.get().equals(row.getString(9))) {
                    continue;
                }
                JobToken token = new JobToken(row.getString(8));
                Chain chain = chains.get(token);
                if (chain == null) {
                    chain = new Chain(row.getLong(6), row.getString(7), new ArrayList<>());
                    chains.put(token, chain);
                }
                if (row.getLong(1) > 0) {
                    chain.events().add(event(row));
                }
            }
        }
        return chains;
    }

    /** Reads the events of several jobs by token, each job's oldest event first. */
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

    static EventRow event(ResultSet row) throws SQLException {
        return new EventRow(
                row.getLong(1), row.getTimestamp(2).toInstant(), row.getString(3), row.getString(4), row.getString(5));
    }

    /** Returns whether the first event of a job that is open, or has a kept run folder, holds this hash. */
    static boolean anyNeeds(Connection connection, String sha256) throws SQLException {
        String sql = """
                SELECT EXISTS (
                  SELECT FROM slipway.job j JOIN slipway.job_event e ON e.token = j.token AND e.sequence = 1
                  WHERE j.state <> 'CLOSED' AND position(? IN e.payload) > 0)
                OR EXISTS (
                  SELECT FROM slipway.job j JOIN slipway.job_event e ON e.token = j.token AND e.sequence = 1
                  WHERE j.folder_kept AND j.state = 'CLOSED' AND position(? IN e.payload) > 0)""";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, sha256);
            select.setString(2, sha256);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    static Optional<byte[]> document(Connection connection, JobToken token) throws SQLException {
        String sql = """
                SELECT bytes FROM slipway.document WHERE token = ?
                UNION ALL
                SELECT g.document FROM slipway.job j JOIN slipway.job_group g ON g.token = j.group_token \
                WHERE j.token = ?
                UNION ALL
                SELECT document FROM slipway.job_group WHERE token = ?""";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            select.setString(2, token.value());
            select.setString(3, token.value());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
            }
        }
    }
}
