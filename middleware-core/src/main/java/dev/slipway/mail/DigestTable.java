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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Finds the runs of schedules that no digest tells yet. */
final class DigestTable {
    /** The time for which a run is news, longer than the week between two digests. */
    private static final Duration FRESH = Duration.ofDays(8);

    /** The most runs in one digest. */
    private static final int TOGETHER = 1_000;

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
        // Each account has a bound of its own, so that many runs of one account do not hide the runs of others.
        String sql = """
                SELECT account, schedule, token, outcome, since FROM (
                SELECT c.account, COALESCE(s.name, '(removed)') AS schedule, j.token, j.outcome, j.since,
                  row_number() OVER (PARTITION BY c.account ORDER BY s.name, s.id, j.since, j.token) AS place
                %s
                JOIN unnest(?::text[], ?::timestamptz[]) AS reader (account, due)
                  ON reader.account = c.account AND j.since < reader.due
                LEFT JOIN slipway.schedule s ON s.owner = c.account AND s.id = %s
                WHERE %s AND (c.digest <> 'EACH' OR j.since <= ?)) runs
                WHERE place <= ? ORDER BY account, place""".formatted(NewsTable.JOBS, SCHEDULE, UNTOLD_RUN);
        Map<String, ScheduleRun.Reader> readers = readers();
        Object[] dues = readers.values().stream()
                .map(reader -> reader.digest().lastDue(now, reader.zone()).toString())
                .toArray();
        return transaction.single("look for runs of schedules", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setArray(
                        1, connection.createArrayOf("text", readers.keySet().toArray()));
                select.setArray(2, connection.createArrayOf("timestamptz", dues));
                select.setTimestamp(3, Timestamp.from(now.minus(FRESH)));
                select.setTimestamp(4, Timestamp.from(now.minus(NewsTable.FRESH)));
                select.setInt(5, TOGETHER);
                return runs(select, readers);
            }
        });
    }

    /** Returns the users who can get a digest, by their accounts. */
    private Map<String, ScheduleRun.Reader> readers() {
        String sql = "SELECT c.account, c.address, c.digest, c.zone " + NewsTable.CHOICES;
        return transaction.single("look for readers of digests", connection -> {
            Map<String, ScheduleRun.Reader> readers = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    readers.put(
                            row.getString(1),
                            new ScheduleRun.Reader(
                                    row.getString(1),
                                    row.getString(2),
                                    Digest.valueOf(row.getString(3)),
                                    ZoneId.of(row.getString(4))));
                }
            }
            return readers;
        });
    }

    private static List<ScheduleRun> runs(PreparedStatement select, Map<String, ScheduleRun.Reader> readers)
            throws SQLException {
        List<ScheduleRun> runs = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                runs.add(new ScheduleRun(
                        readers.get(row.getString(1)),
                        row.getString(2),
                        new JobToken(row.getString(3)),
                        row.getString(4),
                        row.getTimestamp(5).toInstant()));
            }
        }
        return runs;
    }
}
