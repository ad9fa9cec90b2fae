package dev.slipway.journal.store;

import dev.slipway.journal.store.EventTable.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads whole jobs for the audit, some at a time, so that memory does not grow with the store. */
final class StoredJobs {
    private static final int AT_ONCE = 20;
    private static final String SELECT = "SELECT " + JobTable.COLUMNS
            + ", program, project, run_ms, staged_bytes, template, template_values, reason,"
            + " version, head, sid, document_sha256, covered_version, covered_by,"
            + " COALESCE((SELECT encode(sha256(d.bytes), 'hex') FROM slipway.document d WHERE d.token = j.token),"
            + " (SELECT encode(sha256(g.document), 'hex') FROM slipway.job_group g"
            + " WHERE g.token = j.group_token)) AS found"
            + " FROM slipway.job j ";

    private StoredJobs() {}

    /** Returns the jobs after {@code token} in the order of tokens; an empty list at the end. */
    static List<StoredJob> after(Connection connection, String token) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(SELECT + "WHERE j.token > ? ORDER BY j.token LIMIT " + AT_ONCE)) {
            select.setString(1, token);
            return read(connection, select);
        }
    }

    static Optional<StoredJob> one(Connection connection, String token) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + "WHERE j.token = ?")) {
            select.setString(1, token);
            return read(connection, select).stream().findFirst();
        }
    }

    private static List<StoredJob> read(Connection connection, PreparedStatement select) throws SQLException {
        List<StoredJob> bare = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long coveredBy = row.getLong("covered_by");
                bare.add(new StoredJob(
                        JobTable.row(row),
                        new Projected(use(row), JobTable.words(row)),
                        row.getLong("version"),
                        row.getString("head"),
                        Optional.ofNullable(row.getString("sid")),
                        new StoredJob.Document(
                                row.getString("document_sha256"), Optional.ofNullable(row.getString("found"))),
                        new StoredJob.Covered(
                                row.getLong("covered_version"),
                                coveredBy == 0 ? Optional.empty() : Optional.of(coveredBy)),
                        List.of()));
            }
        }
        Map<String, List<EventRow>> events = EventTable.of(
                connection, bare.stream().map(job -> job.token().value()).toList());
        return bare.stream()
                .map(job -> with(job, events.getOrDefault(job.token().value(), List.of())))
                .toList();
    }

    private static JobUse use(ResultSet row) throws SQLException {
        return new JobUse(
                row.getString("program"),
                Optional.ofNullable(row.getString("project")),
                Optional.ofNullable(row.getObject("run_ms", Long.class)),
                row.getLong("staged_bytes"));
    }

    private static StoredJob with(StoredJob job, List<EventRow> events) {
        return new StoredJob(
                job.row(),
                job.projected(),
                job.version(),
                job.head(),
                job.sid(),
                job.document(),
                job.covered(),
                events);
    }
}
