package dev.slipway.mail;

import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.Transaction;
import dev.slipway.problem.ProblemOwner;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Finds the news that no mail tells yet. News follow from the states of jobs in the journal, so no news are lost when
 * the service ends between an event and the mail about the event.
 */
final class NewsTable {
    /** The time for which the end of a job is news. A full hour of mails delays news for less than that. */
    static final Duration FRESH = Duration.ofHours(24);

    /** Ends the name of the event that a job has closed, after the token. */
    static final String CLOSED = ":closed";

    /** The choices {@code c} with a confirmed address, of users who have a role. */
    static final String CHOICES = "FROM slipway.mail_choice c JOIN slipway.account a ON a.name = c.account"
            + " AND c.code_sha256 IS NULL AND cardinality(a.roles) > 0";

    /** These choices with the jobs {@code j} of their users. */
    static final String JOBS = CHOICES + " JOIN slipway.job j ON j.owner = c.account";

    /** Holds for a job that closed after the given moment, if the user has chosen this event and no mail tells it. */
    static final String UNTOLD = "j.state = 'CLOSED' AND j.since >= c.since AND j.since > ?"
            + " AND CASE WHEN j.outcome = 'FAILED' THEN 'FAILED' ELSE 'CLOSED' END = ANY (c.events)"
            + " AND NOT EXISTS (SELECT FROM slipway.mail_event e WHERE e.event = j.token || '" + CLOSED + "')";

    /**
     * Holds for a job that a schedule has submitted. The submission id is stored with the job and stays; the firings of
     * a schedule are forgotten in time.
     */
    static final String OF_SCHEDULE = "COALESCE(starts_with(j.sid, '" + FiringId.BEGIN + "'), false)";

    /** The most news of one user in one mail. */
    private static final int TOGETHER = 100;

    private static final Set<ProblemOwner> USERS =
            Set.of(ProblemOwner.DOCUMENT, ProblemOwner.CALLER, ProblemOwner.DATA, ProblemOwner.PROGRAM);

    private final Transaction transaction;
    private final JobJournal journal;
    /** The last seen version of each waiting job, with the event of the job if no mail tells that event. */
    private Map<JobToken, Seen> waiting = new HashMap<>();

    private record Seen(long version, Optional<String> event) {}

    private record Row(News news, long version) {}

    NewsTable(DataSource dataSource, JobJournal journal) {
        this.transaction = new Transaction(dataSource);
        this.journal = journal;
    }

    /** Returns the news for the next mail to each user: first the closed jobs, then the waiting ones, oldest first. */
    List<News> untold(Instant now) {
        List<News> closed = closed(now);
        return Stream.concat(closed.stream(), waiting(closed).stream()).toList();
    }

    private List<News> closed(Instant now) {
        // Each account has a bound of its own, because many news of one account must not hide the news of other
        // accounts.
        String sql = """
                SELECT account, address, zone, token, version FROM (
                SELECT c.account, c.address, c.zone, j.token, j.version, j.since,
                  row_number() OVER (PARTITION BY c.account ORDER BY j.since, j.token) AS place
                %s WHERE %s AND (c.digest = 'EACH' OR NOT %s)) news
                WHERE place <= ? ORDER BY since, token""".formatted(JOBS, UNTOLD, OF_SCHEDULE);
        return transaction.single("look for news of closed jobs", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setTimestamp(1, Timestamp.from(now.minus(FRESH)));
                select.setInt(2, TOGETHER);
                return rows(select, CLOSED).stream().map(Row::news).toList();
            }
        });
    }

    /** Returns the news of waiting jobs that have room beside those of closed jobs in the mail to their user. */
    private List<News> waiting(List<News> closed) {
        String sql = "SELECT c.account, c.address, c.zone, j.token, j.version " + JOBS
                + " WHERE j.state <> 'CLOSED' AND j.outcome IS NULL AND (j.held OR j.blocked)"
                + " AND 'WAITING' = ANY (c.events) ORDER BY j.accepted_order";
        List<Row> rows = transaction.single("look for news of waiting jobs", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                return rows(select, "");
            }
        });
        Map<JobToken, Seen> looked = new HashMap<>();
        List<News> news = new ArrayList<>();
        Map<String, Integer> found = new HashMap<>();
        closed.forEach(one -> found.merge(one.account(), 1, Integer::sum));
        for (Row row : rows) {
            if (found.getOrDefault(row.news().account(), 0) >= TOGETHER) {
                continue; // a later look finds this job, when mails have told the others of its owner
            }
            Seen seen = seen(row);
            if (seen.event().filter(this::isTold).isPresent()) {
                seen = new Seen(row.version(), Optional.empty());
            }
            looked.put(row.news().token(), seen);
            seen.event().ifPresent(event -> {
                news.add(row.news().of(event));
                found.merge(row.news().account(), 1, Integer::sum);
            });
        }
        waiting = looked;
        return news;
    }

    private Seen seen(Row row) {
        Seen last = waiting.get(row.news().token());
        return last != null && last.version() == row.version()
                ? last
                : new Seen(row.version(), journal.load(row.news().token()).flatMap(NewsTable::event));
    }

    /** Names the reason for which a job waits for its owner; empty for a wait that ends without the owner. */
    private static Optional<String> event(Job job) {
        if (job.held().isPresent()) {
            return Optional.of(job.token() + ":held:" + job.holds());
        }
        return job.blocked()
                .filter(problem -> USERS.contains(problem.code().owner()))
                .map(problem -> job.token() + ":blocked:"
                        + job.blockedSince().orElseThrow().getEpochSecond());
    }

    private boolean isTold(String event) {
        return transaction.single("look for a told event", connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT 1 FROM slipway.mail_event WHERE event = ?")) {
                select.setString(1, event);
                try (ResultSet row = select.executeQuery()) {
                    return row.next();
                }
            }
        });
    }

    private static List<Row> rows(PreparedStatement select, String event) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                JobToken token = new JobToken(row.getString(4));
                rows.add(new Row(
                        new News(row.getString(1), row.getString(2), ZoneId.of(row.getString(3)), token, token + event),
                        row.getLong(5)));
            }
        }
        return rows;
    }
}
