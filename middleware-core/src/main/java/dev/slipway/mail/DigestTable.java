package dev.slipway.mail;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Finds the runs of schedules that no digest tells yet. */
final class DigestTable {
    /** The time for which a run is news, longer than the week between two digests. */
    private static final Duration FRESH = Duration.ofDays(8);

    private final Transaction transaction;

    DigestTable(DataSource dataSource) {
        transaction = new Transaction(dataSource);
    }

    /** Returns the runs that a digest has to tell now, in the order of their schedules and ends. */
    List<ScheduleRun> due(Instant now) {
        String sql = """
                SELECT c.account, c.address, c.digest, c.zone, s.name, j.token, j.outcome, j.since
                FROM slipway.mail_choice c
                JOIN slipway.account a ON a.name = c.account
                JOIN slipway.schedule s ON s.owner = c.account
                JOIN slipway.firing f ON f.schedule = s.id
                JOIN slipway.job j ON f.job IN (j.token, j.group_token) AND j.owner = c.account
                WHERE c.code_sha256 IS NULL AND cardinality(a.roles) > 0 AND c.digest <> 'EACH'
                  AND j.state = 'CLOSED' AND j.since >= c.since AND j.since > ?
                  AND CASE WHEN j.outcome = 'FAILED' THEN 'FAILED' ELSE 'CLOSED' END = ANY (c.events)
                  AND NOT EXISTS (SELECT FROM slipway.mail_event e WHERE e.event = j.token || ':closed')
                ORDER BY s.name, s.id, j.since, j.token""";
        List<ScheduleRun> untold = transaction.single("look for runs of schedules", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setTimestamp(1, Timestamp.from(now.minus(FRESH)));
                return runs(select);
            }
        });
        return untold.stream().filter(run -> run.isDue(now)).toList();
    }

    private static List<ScheduleRun> runs(PreparedStatement select) throws SQLException {
        List<ScheduleRun> runs = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                runs.add(new ScheduleRun(
                        new ScheduleRun.Reader(
                                row.getString(1),
                                row.getString(2),
                                Digest.valueOf(row.getString(3)),
                                ZoneId.of(row.getString(4))),
                        row.getString(5),
                        new JobToken(row.getString(6)),
                        row.getString(7),
                        row.getTimestamp(8).toInstant()));
            }
        }
        return runs;
    }
}
