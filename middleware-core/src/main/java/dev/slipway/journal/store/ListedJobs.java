package dev.slipway.journal.store;

import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobState;
import dev.slipway.journal.ListedJob;
import dev.slipway.journal.ledger.FilterSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads jobs from {@code slipway.job} as lists show them, in the order that a reader chose. */
final class ListedJobs {
    private static final String PHASES =
            Arrays.stream(JobState.values()).map(Enum::name).collect(Collectors.joining("','", "ARRAY['", "']"));
    private static final String STATUS = "COALESCE(outcome, CASE WHEN state = 'CLOSED' THEN state"
            + " WHEN blocked THEN 'BLOCKED' WHEN held THEN 'HELD' ELSE state END)";
    /** Compares texts byte by byte, which is much faster than by the rules of a language. */
    private static final String FAST = " COLLATE \"C\"";

    /** Has the time of now as its parameter. */
    private static final String RUN_TIME = "COALESCE(run_ms, CASE WHEN state = 'RUNNING'"
            + " THEN (1000 * extract(epoch FROM ?::timestamptz - since))::bigint END)";

    private ListedJobs() {}

    static List<ListedJob> of(
            Connection connection, JobFilter filter, JobOrder order, Instant now, int offset, int limit)
            throws SQLException {
        FilterSql filtered = new FilterSql(filter);
        String sql = "SELECT " + JobTable.COLUMNS + ", program, run_ms, template, template_values, reason"
                + " FROM slipway.job" + filtered.where() + " ORDER BY " + by(order) + " OFFSET ? LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int next = filtered.bind(connection, select);
            if (order.by() == JobOrder.By.RUN_TIME) {
                select.setTimestamp(next++, Timestamp.from(now));
            }
            select.setInt(next, offset);
            select.setInt(next + 1, limit);
            return read(select);
        }
    }

    /** Returns the order in SQL. No part of the text comes from a caller. */
    private static String by(JobOrder order) {
        String direction = order.descending() ? " DESC" : " ASC";
        String last = direction + " NULLS LAST";
        return switch (order.by()) {
            case ACCEPTED -> "accepted_order" + direction;
            case NAME -> "lower(name)" + FAST + direction + ", accepted_order DESC";
            case OWNER -> "owner" + direction + ", accepted_order DESC";
            case STATUS -> STATUS + direction + ", accepted_order DESC";
            case PHASE -> "array_position(" + PHASES + ", state)" + direction + ", accepted_order DESC";
            case RUN_TIME -> RUN_TIME + last + ", accepted_order DESC";
            case REASON -> "NULLIF(reason, '')" + FAST + last + ", accepted_order DESC";
            case TEMPLATE ->
                "NULLIF(template, '')" + FAST + last + ", template_values" + FAST + direction + ", accepted_order DESC";
            case PROGRESS -> throw new IllegalArgumentException("the store has no progress of runs");
        };
    }

    private static List<ListedJob> read(PreparedStatement select) throws SQLException {
        List<ListedJob> jobs = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                jobs.add(new ListedJob(
                        JobTable.row(row),
                        Optional.ofNullable(row.getObject("run_ms", Long.class)).map(Duration::ofMillis),
                        row.getString("program"),
                        JobTable.words(row)));
            }
        }
        return jobs;
    }
}
