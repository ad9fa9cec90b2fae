package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import dev.slipway.journal.store.EventTable.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One statement that writes new jobs with their first events and documents, in one round trip. The statement writes all
 * jobs, or no job.
 */
record NewJobsStatement(List<NewRow> rows) {
    private static final String SQL = """
            WITH given AS (
              SELECT * FROM unnest(?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], \
            ?::text[], ?::int[],
                                   ?::text[], ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::bytea[],
                                   ?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[])
                AS row (token, accepted_order, owner, sid, document_sha256, name, partition, processes,
                        state, at, event, payload, hash, bytes, group_token, element, program, project,
                        template, template_values)),
            taken AS (
              INSERT INTO slipway.job (token, accepted_order, owner, sid, document_sha256, name, partition, processes,
                                       state, blocked, accepted_at, since, version, head, group_token, element,
                                       program, project, template, template_values)
              SELECT token, accepted_order, owner, sid, document_sha256, name, partition, processes,
                     state, false, at, at, 1, hash, group_token, element, program, project,
                     template, template_values FROM given
              ON CONFLICT (owner, sid) DO NOTHING RETURNING token),
            first AS (
              INSERT INTO slipway.job_event (token, sequence, at, event, payload, hash)
              SELECT token, 1, at, event, payload, hash FROM given JOIN taken USING (token)),
            submitted AS (
              INSERT INTO slipway.document (token, bytes)
              SELECT token, bytes FROM given JOIN taken USING (token) WHERE bytes IS NOT NULL)
            SELECT token FROM taken
            """;

    /**
     * One job after its first event.
     *
     * @param document null for a job of a group, which has the document of all its jobs
     */
    record NewRow(Job job, EventRow first, byte[] document) {}

    static NewJobsStatement of(List<NewRow> rows) {
        return new NewJobsStatement(rows);
    }

    /** Writes the jobs, except jobs with a submission id that is there already. Returns the jobs that were written. */
    Set<JobToken> write(Connection connection) throws SQLException {
        Set<JobToken> taken = new HashSet<>();
        try (PreparedStatement insert = connection.prepareStatement(SQL)) {
            Object[][] columns = columns();
            String[] types = {
                "text",
                "int8",
                "text",
                "text",
                "text",
                "text",
                "text",
                "int4",
                "text",
                "timestamptz",
                "text",
                "text",
                "text",
                "bytea",
                "text",
                "int4",
                "text",
                "text",
                "text",
                "text"
            };
            for (int i = 0; i < columns.length; i++) {
                insert.setArray(i + 1, connection.createArrayOf(types[i], columns[i]));
            }
            try (ResultSet row = insert.executeQuery()) {
                while (row.next()) {
                    taken.add(new JobToken(row.getString(1)));
                }
            }
        }
        return taken;
    }

    private Object[][] columns() {
        List<Projected> projected =
                rows.stream().map(row -> Projected.of(row.job())).toList();
        return new Object[][] {
            column(row -> row.job().token().value()),
            column(row -> row.job().acceptance().order()),
            column(row -> row.job().owner()),
            column(row -> row.job().request().submissionId().orElse(null)),
            column(row -> row.job().acceptance().documentSha256()),
            column(row -> row.job().request().name()),
            column(row -> row.job().acceptance().partition()),
            column(row -> row.job().request().launch().processes()),
            column(row -> row.job().state().name()),
            column(row ->
                    OffsetDateTime.ofInstant(row.first().at(), ZoneOffset.UTC).toString()),
            column(row -> row.first().event()),
            column(row -> row.first().payload()),
            column(row -> row.first().hash()),
            rows.stream().map(NewRow::document).toArray(byte[][]::new),
            column(row -> membership(row).map(one -> one.group().value()).orElse(null)),
            column(row -> membership(row).map(Membership::element).orElse(null)),
            column(projected, one -> one.use().program()),
            column(projected, one -> one.use().project().orElse(null)),
            column(projected, one -> one.words().template()),
            column(projected, one -> one.words().values())
        };
    }

    private static Optional<Membership> membership(NewRow row) {
        return row.job().acceptance().membership();
    }

    private Object[] column(Function<NewRow, Object> of) {
        return column(rows, of);
    }

    private static <T> Object[] column(List<T> all, Function<T, Object> of) {
        return all.stream().map(of).toArray();
    }
}
