package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.JobWords;
import dev.slipway.job.Membership;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.KeptData;
import dev.slipway.journal.ledger.FilterSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the table {@code slipway.job}, the projection of the events. */
final class JobTable {
    static final String COLUMNS =
            "token, accepted_order, owner, name, partition, processes, state, outcome, blocked, held, "
                    + "accepted_at, since, folder_kept, results_kept, group_token, element";

    /**
     * A submission that came before, found by its submission id.
     *
     * @param jobs how many jobs its group has; 0 for a single job
     */
    record Earlier(JobToken token, String documentSha256, int jobs) {}

    private JobTable() {}

    /** Reads the hash of the job's last event; empty if the job has another version. */
    static Optional<String> head(Connection connection, JobToken token, long version) throws SQLException {
        String sql = "SELECT head FROM slipway.job WHERE token = ? AND version = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            select.setLong(2, version);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    static Optional<Earlier> submitted(Connection connection, String owner, String sid) throws SQLException {
        String sql = """
                SELECT token, document_sha256, 0 FROM slipway.job WHERE owner = ? AND sid = ?
                UNION ALL
                SELECT token, document_sha256, jobs FROM slipway.job_group WHERE owner = ? AND sid = ?""";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, owner);
            select.setString(2, sid);
            select.setString(3, owner);
            select.setString(4, sid);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new Earlier(new JobToken(row.getString(1)), row.getString(2), row.getInt(3)))
                        : Optional.empty();
            }
        }
    }

    static Optional<JobRow> one(Connection connection, JobToken token) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM slipway.job WHERE token = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, token.value());
            return read(select).stream().findFirst();
        }
    }

    static List<JobRow> newest(Connection connection, JobFilter filter, int offset, int limit) throws SQLException {
        return ordered(connection, filter, "DESC", offset, limit);
    }

    static List<JobRow> oldest(Connection connection, JobFilter filter, int offset, int limit) throws SQLException {
        return ordered(connection, filter, "ASC", offset, limit);
    }

    private static List<JobRow> ordered(
            Connection connection, JobFilter filter, String direction, int offset, int limit) throws SQLException {
        FilterSql filtered = new FilterSql(filter);
        String sql = "SELECT " + COLUMNS + " FROM slipway.job" + filtered.where() + " ORDER BY accepted_order "
                + direction + " OFFSET ? LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int next = filtered.bind(connection, select);
            select.setInt(next, offset);
            select.setInt(next + 1, limit);
            return read(select);
        }
    }

    static long count(Connection connection, JobFilter filter) throws SQLException {
        FilterSql filtered = new FilterSql(filter);
        try (PreparedStatement select =
                connection.prepareStatement("SELECT count(*) FROM slipway.job" + filtered.where())) {
            filtered.bind(connection, select);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    static List<JobTally> tally(Connection connection, JobFilter filter) throws SQLException {
        FilterSql filtered = new FilterSql(filter);
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT state, outcome, count(*) FROM slipway.job" + filtered.where() + " GROUP BY state, outcome")) {
            filtered.bind(connection, select);
            List<JobTally> tally = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    tally.add(new JobTally(
                            JobState.valueOf(row.getString(1)), Optional.ofNullable(row.getString(2)), row.getLong(3)));
                }
            }
            return tally;
        }
    }

    static List<JobRow> open(Connection connection, long after, int limit) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM slipway.job"
                + " WHERE state <> 'CLOSED' AND accepted_order > ? ORDER BY accepted_order LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, after);
            select.setInt(2, limit);
            return read(select);
        }
    }

    static boolean resultsKept(Job job) {
        return job.results().isPresent() && !job.resultsRemoved();
    }

    /** Lists jobs that closed at {@code before} or earlier and of which something is kept, the longest closed first. */
    static List<JobToken> closedWith(Connection connection, KeptData kept, Instant before, int limit)
            throws SQLException {
        String column =
                switch (kept) {
                    case FOLDER -> "folder_kept";
                    case RESULTS -> "results_kept";
                };
        String sql = "SELECT token FROM slipway.job WHERE " + column
                + " AND state = 'CLOSED' AND since <= ? ORDER BY since LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setTimestamp(1, Timestamp.from(before));
            select.setInt(2, limit);
            return tokens(select);
        }
    }

    /** Lists the jobs that ended well, the last one first. */
    static List<JobToken> lastDone(Connection connection, int limit) throws SQLException {
        String sql = "SELECT token FROM slipway.job"
                + " WHERE state = 'CLOSED' AND outcome = 'DONE' ORDER BY since DESC LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, limit);
            return tokens(select);
        }
    }

    private static List<JobToken> tokens(PreparedStatement select) throws SQLException {
        List<JobToken> tokens = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                tokens.add(new JobToken(row.getString(1)));
            }
        }
        return tokens;
    }

    private static List<JobRow> read(PreparedStatement select) throws SQLException {
        List<JobRow> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(row(row));
            }
        }
        return rows;
    }

    /** Makes a row of the {@link #COLUMNS} at which the result set stands. */
    static JobRow row(ResultSet row) throws SQLException {
        return new JobRow(
                new JobToken(row.getString("token")),
                row.getLong("accepted_order"),
                row.getString("owner"),
                row.getString("name"),
                row.getString("partition"),
                row.getInt("processes"),
                JobState.valueOf(row.getString("state")),
                Optional.ofNullable(row.getString("outcome")),
                row.getBoolean("blocked"),
                row.getBoolean("held"),
                instant(row, "accepted_at"),
                instant(row, "since"),
                row.getBoolean("folder_kept"),
                row.getBoolean("results_kept"),
                membership(row));
    }

    /** Makes the texts of a result set that has their columns. */
    static JobWords words(ResultSet row) throws SQLException {
        return new JobWords(row.getString("template"), row.getString("template_values"), row.getString("reason"));
    }

    private static Optional<Membership> membership(ResultSet row) throws SQLException {
        int element = row.getInt("element");
        return Optional.ofNullable(row.getString("group_token"))
                .map(group -> new Membership(new JobToken(group), element));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }
}
