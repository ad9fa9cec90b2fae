package dev.slipway.health;

import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.Transaction;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.staging.PlaceHealth.Answer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last answers of each subject that the service checks, and the last failure: in memory, and in {@code
 * slipway.answer} for the next start. The name of a subject has its kind, such as {@code source:risk}. Needs the schema
 * of the journal, and the store for this service alone.
 */
public final class AnswerLog {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerLog.class);

    /** The number of kept answers of a subject: half an hour at one check a minute. */
    public static final int KEPT = 30;

    /** The slot of the last failure, beside the slots of the kept answers. */
    private static final int FAILURE = KEPT;

    /** The time for which a subject that answers all the time has one kept answer. */
    private static final Duration APART = Duration.ofMinutes(1);

    private final Transaction transaction;
    private final Map<String, Counted> known = new ConcurrentHashMap<>();

    /**
     * The kept answers of a subject.
     *
     * @param number the number of all answers that were kept so far
     * @param written the time of the last answer that was written
     */
    private record Counted(long number, Instant written, PlaceHealth health) {
        static final Counted NONE = new Counted(0, Instant.MIN, PlaceHealth.UNKNOWN);

        Counted with(Answer answer) {
            boolean same = health.last().filter(answer::like).isPresent();
            Instant since = same ? health.since().orElse(answer.at()) : answer.at();
            return new Counted(number + 1, answer.at(), health.with(answer, since, KEPT));
        }

        /** Returns whether the answer is one more good answer, soon after one that was written. */
        boolean repeats(Answer answer) {
            return answer.problem().isEmpty()
                    && health.last().filter(answer::like).isPresent()
                    && answer.at().isBefore(written.plus(APART));
        }

        Counted replacing(Answer answer) {
            return new Counted(number, written, health.replacing(answer));
        }

        Counted failing(Answer answer) {
            return new Counted(number, written, health.failing(answer));
        }
    }

    public AnswerLog(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
        transaction.single("read the answers of places and clusters", this::read);
    }

    /** Returns the kept answers of the subject. */
    public PlaceHealth health(String subject) {
        return known.getOrDefault(subject, Counted.NONE).health();
    }

    /**
     * Keeps one more answer. While the store is away, the answer is kept in memory only, because a lost answer must not
     * stop the check.
     */
    public void heard(String subject, Answer told) {
        Answer answer = whole(told);
        known.compute(subject, (key, before) -> kept(subject, orNone(before).with(answer)));
    }

    /**
     * Keeps one more answer of a subject that answers every few seconds. A good answer soon after another one takes the
     * place of that one, in memory only, so that the kept answers cover some time and the store is not written to all
     * the time.
     */
    public void heardOften(String subject, Answer told) {
        Answer answer = whole(told);
        known.compute(subject, (key, before) -> {
            Counted counted = orNone(before);
            return counted.repeats(answer) ? counted.replacing(answer) : kept(subject, counted.with(answer));
        });
    }

    private static Counted orNone(Counted counted) {
        return counted == null ? Counted.NONE : counted;
    }

    /** Returns the answer with a time of the store's precision. */
    private static Answer whole(Answer told) {
        return new Answer(told.at().truncatedTo(ChronoUnit.MICROS), told.took(), told.problem());
    }

    private Counted kept(String subject, Counted counted) {
        try {
            transaction.single("keep an answer of " + subject, connection -> write(connection, subject, counted));
        } catch (JournalUnavailable e) {
            LOG.warn("{}; the next start will not know this answer", e.getMessage());
        }
        return counted;
    }

    private static int write(Connection connection, String subject, Counted counted) throws SQLException {
        int slot = (int) (counted.number() % KEPT);
        boolean failed = counted.health().last().flatMap(Answer::problem).isPresent();
        return write(connection, subject, slot, counted) + (failed ? write(connection, subject, FAILURE, counted) : 0);
    }

    private static int write(Connection connection, String subject, int slot, Counted counted) throws SQLException {
        String sql = """
                INSERT INTO slipway.answer (subject, slot, number, at, took_ns, since, code, message, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (subject, slot) DO UPDATE SET number = excluded.number, at = excluded.at,
                  took_ns = excluded.took_ns, since = excluded.since, code = excluded.code,
                  message = excluded.message, detail = excluded.detail""";
        Answer last = counted.health().last().orElseThrow();
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, subject);
            insert.setInt(2, slot);
            insert.setLong(3, counted.number());
            insert.setObject(4, utc(last.at()));
            insert.setLong(5, last.took().toNanos());
            insert.setObject(6, utc(counted.health().since().orElseThrow()));
            insert.setString(
                    7, last.problem().map(problem -> problem.code().id()).orElse(null));
            insert.setString(8, last.problem().map(Problem::message).orElse(null));
            insert.setString(9, last.problem().map(Problem::detail).orElse(null));
            return insert.executeUpdate();
        }
    }

    private static OffsetDateTime utc(Instant time) {
        return OffsetDateTime.ofInstant(time, ZoneOffset.UTC);
    }

    private int read(Connection connection) throws SQLException {
        String sql = """
                SELECT subject, slot, number, at, took_ns, since, code, message, detail
                FROM slipway.answer ORDER BY subject, number, slot""";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Answer answer = new Answer(
                        row.getTimestamp("at").toInstant(), Duration.ofNanos(row.getLong("took_ns")), problem(row));
                String subject = row.getString("subject");
                Counted before = known.getOrDefault(subject, Counted.NONE);
                Instant since = row.getTimestamp("since").toInstant();
                Counted counted = row.getInt("slot") == FAILURE
                        ? before.failing(answer)
                        : new Counted(
                                row.getLong("number"),
                                answer.at(),
                                before.health().with(answer, since, KEPT));
                known.put(subject, counted);
            }
        }
        return known.size();
    }

    private static Optional<Problem> problem(ResultSet row) throws SQLException {
        String code = row.getString("code");
        return code == null
                ? Optional.empty()
                : Optional.of(new Problem(ProblemCode.ofId(code), row.getString("message"), row.getString("detail")));
    }
}
