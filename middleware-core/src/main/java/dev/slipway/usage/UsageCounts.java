package dev.slipway.usage;

import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** Sums up the usage of closed jobs from the projection. Calls throw {@link JournalUnavailable}. */
public final class UsageCounts {
    private final Transaction transaction;

    /**
     * The jobs to count.
     *
     * @param owner the owner of the counted jobs; empty for the jobs of all users
     * @param from the jobs count that closed at this time or later
     * @param until the jobs count that closed before this time
     */
    record Jobs(Optional<String> owner, Optional<Instant> from, Optional<Instant> until) {}

    /**
     * A sum.
     *
     * @param values the values of the columns, in the order of the question
     * @param runs the number of runs
     * @param processMillis over all runs, the time of the run times its processes
     * @param stagedBytes the bytes that steps have moved, in and out
     */
    record Sum(List<String> values, long runs, long processMillis, long stagedBytes) {}

    public UsageCounts(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
    }

    /**
     * Sums up the usage, in the order of the columns.
     *
     * @param limit the most sums to return
     */
    List<Sum> sums(Jobs jobs, List<UsageColumn> by, int limit) {
        return transaction.single("sum up usage", connection -> read(connection, jobs, by, limit));
    }

    private static List<Sum> read(Connection connection, Jobs jobs, List<UsageColumn> by, int limit)
            throws SQLException {
        List<Object> values = new ArrayList<>();
        String sql = sql(jobs, by, values);
        List<Sum> sums = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                select.setObject(i + 1, values.get(i));
            }
            select.setInt(values.size() + 1, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    sums.add(sum(row, by.size()));
                }
            }
        }
        return sums;
    }

    private static String sql(Jobs jobs, List<UsageColumn> by, List<Object> values) {
        StringBuilder where = new StringBuilder(" WHERE state = 'CLOSED'");
        jobs.owner().ifPresent(owner -> {
            where.append(" AND owner = ?");
            values.add(owner);
        });
        jobs.from().ifPresent(time -> {
            where.append(" AND since >= ?");
            values.add(OffsetDateTime.ofInstant(time, ZoneOffset.UTC));
        });
        jobs.until().ifPresent(time -> {
            where.append(" AND since < ?");
            values.add(OffsetDateTime.ofInstant(time, ZoneOffset.UTC));
        });
        String numbers =
                IntStream.rangeClosed(1, by.size()).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return "SELECT "
                + by.stream().map(column -> column.sql() + " COLLATE \"C\", ").collect(Collectors.joining())
                + "count(run_ms), LEAST(COALESCE(sum(processes::numeric * run_ms), 0), " + Long.MAX_VALUE
                + "), LEAST(COALESCE(sum(staged_bytes), 0), " + Long.MAX_VALUE + ") FROM slipway.job"
                + where + (by.isEmpty() ? "" : " GROUP BY " + numbers + " ORDER BY " + numbers) + " LIMIT ?";
    }

    private static Sum sum(ResultSet row, int columns) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            values.add(row.getString(i));
        }
        return new Sum(values, row.getLong(columns + 1), row.getLong(columns + 2), row.getLong(columns + 3));
    }
}
