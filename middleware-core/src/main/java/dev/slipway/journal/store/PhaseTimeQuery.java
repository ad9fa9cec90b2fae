package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import dev.slipway.journal.PhaseTimes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The query for {@link PhaseTimes}. The query walks along one index and reads a few events of each job on the way, so
 * its cost does not depend on the number of jobs.
 */
final class PhaseTimeQuery {
    private PhaseTimeQuery() {}

    static List<PhaseTimes> newest(Connection connection, int limit) throws SQLException {
        String sql = """
                SELECT done.token, done.partition,
                       min(e.at) FILTER (WHERE e.event = 'STAGE_IN_BEGUN') AS stage_in,
                       min(e.at) FILTER (WHERE e.event = 'STAGED_IN') AS staged_in,
                       min(e.at) FILTER (WHERE e.event = 'LAUNCH_INTENDED') AS launched,
                       min(e.at) FILTER (WHERE e.event = 'RUN_ENDED') AS run_ended,
                       min(e.at) FILTER (WHERE e.event = 'STAGED_OUT') AS staged_out
                FROM (SELECT token, partition, since FROM slipway.job
                      WHERE state = 'CLOSED' AND outcome = 'DONE' ORDER BY since DESC LIMIT ?) done
                JOIN slipway.job_event e ON e.token = done.token
                GROUP BY done.token, done.partition, done.since ORDER BY done.since
                """;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, limit);
            List<PhaseTimes> times = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    times.add(new PhaseTimes(
                            new JobToken(row.getString("token")),
                            row.getString("partition"),
                            between(row, "stage_in", "staged_in"),
                            between(row, "launched", "run_ended"),
                            between(row, "run_ended", "staged_out")));
                }
            }
            return times;
        }
    }

    private static Duration between(ResultSet row, String from, String to) throws SQLException {
        Timestamp begun = row.getTimestamp(from);
        Timestamp ended = row.getTimestamp(to);
        return begun == null || ended == null ? Duration.ZERO : Duration.between(begun.toInstant(), ended.toInstant());
    }
}
