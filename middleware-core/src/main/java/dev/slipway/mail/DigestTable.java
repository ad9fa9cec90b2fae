package dev.slipway.mail;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import dev.slipway.request.FiringId;
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

    /** The id of the schedule that has submitted the job {@code j}. */
    private static final String SCHEDULE =
            "split_part(j.sid, '" + FiringId.SEPARATOR + "', " + FiringId.SCHEDULE_PART + ")";

    private static final String UNTOLD_RUN = NewsTable.OF_SCHEDULE + " AND " + NewsTable.UNTOLD;

    private final Transaction transaction;

    DigestTable(DataSource dataSource) {
        transaction = new Transaction(dataSource);
    }

    /**
     * Returns the runs that a digest has to tell now, in the order of their schedules and ends. A user who has just
     * chosen a mail for each run gets a last digest of the runs that are too old for such mails.
     */
    List<ScheduleRun> due(Instant now) {
        String sql = """
                SELECT c.account, c.address, c.digest, c.zone, COALESCE(s.name, '(removed)'),
                  j.token, j.outcome, j.since
                %s
                LEFT JOIN slipway.schedule s ON s.owner = c.account AND s.id = %s
                WHERE %s AND (c.digest <> 'EACH' OR j.since <= ?)
                ORDER BY s.name, s.id, j.since, j.token""".formatted(NewsTable.JOBS, SCHEDULE, UNTOLD_RUN);
        List<ScheduleRun> untold = transaction.single("look for runs of schedules", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setTimestamp(1, Timestamp.from(now.minus(FRESH)));
                select.setTimestamp(2, Timestamp.from(now.minus(NewsTable.FRESH)));
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
