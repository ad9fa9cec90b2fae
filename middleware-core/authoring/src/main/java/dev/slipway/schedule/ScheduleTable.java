package dev.slipway.schedule;

import dev.slipway.desk.Caller;
import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the table {@code slipway.schedule}. All calls throw {@link dev.slipway.journal.JournalUnavailable}.
 */
final class ScheduleTable {
    private static final String COLUMNS =
            "id, owner, template, template_version, name, blank_values, trigger_json, watched, alone, paused, made_at,"
                    + " next_at, firings, mark, last_job";
    /** Most schedules that are read at one look; the others are still due at the next look. */
    private static final int AT_ONCE = 1_000;

    private static final TypeReference<Map<String, String>> VALUES = new TypeReference<>() {};

    private static final String PAUSE = "UPDATE slipway.schedule SET paused = true WHERE id = ?";
    private static final String REMOVED = "removed";
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleTable.class);

    private final Transaction transaction;
    private final OperationLedger ledger;
    private final JsonMapper json = new JsonMapper();
    private final TriggerCodec triggers = new TriggerCodec();

    ScheduleTable(DataSource dataSource, Clock clock) {
        this.transaction = new Transaction(dataSource);
        this.ledger = new OperationLedger(dataSource, clock);
    }

    /**
     * Keeps a new schedule. If its owner has an equal one, that stays the only one, since a second would run the same
     * jobs twice.
     *
     * @param most how many schedules one owner may have
     * @param mostWatched how many of them may watch a query
     * @return the new schedule, or the equal one
     * @throws ProblemException FORM_QUOTA if its owner has so many already
     */
    Schedule add(Schedule schedule, int most, int mostWatched) {
        return transaction.alone("keep a schedule", "slipway.schedule", connection -> {
            Optional<Schedule> equal = equal(connection, schedule);
            if (equal.isPresent()) {
                return equal.get();
            }
            requireRoom(connection, schedule, most, mostWatched);
            insert(connection, schedule);
            return schedule;
        });
    }

    private Optional<Schedule> equal(Connection connection, Schedule schedule) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM slipway.schedule WHERE owner = ? AND template = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, schedule.owner());
            select.setString(2, schedule.asked().template());
            return rows(select, new ArrayList<>()).stream()
                    .filter(schedule::doesTheSameAs)
                    .findFirst();
        }
    }

    private static void requireRoom(Connection connection, Schedule schedule, int most, int mostWatched)
            throws SQLException {
        String sql = "SELECT count(*), count(*) FILTER (WHERE watched) FROM slipway.schedule WHERE owner = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, schedule.owner());
            try (ResultSet there = select.executeQuery()) {
                there.next();
                if (there.getInt(1) >= most) {
                    throw quota(schedule, most + " schedules, which is the most");
                }
                if (isWatched(schedule) && there.getInt(2) >= mostWatched) {
                    throw quota(schedule, mostWatched + " schedules that watch a query, which is the most");
                }
            }
        }
    }

    private static ProblemException quota(Schedule schedule, String words) {
        return new ProblemException(Problem.of(ProblemCode.FORM_QUOTA, "user " + schedule.owner() + " has " + words));
    }

    private static boolean isWatched(Schedule schedule) {
        return schedule.asked().trigger() instanceof WatchedQuery;
    }

    private boolean insert(Connection connection, Schedule schedule) throws SQLException {
        String sql =
                "INSERT INTO slipway.schedule (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, schedule.id());
            insert.setString(2, schedule.owner());
            insert.setString(3, schedule.asked().template());
            insert.setInt(4, schedule.asked().version());
            insert.setString(5, schedule.name());
            insert.setString(6, json.writeValueAsString(schedule.asked().values()));
            insert.setString(7, triggers.write(schedule.asked().trigger()));
            insert.setBoolean(8, isWatched(schedule));
            insert.setBoolean(9, schedule.asked().alone());
            insert.setBoolean(10, schedule.progress().paused());
            insert.setTimestamp(11, Timestamp.from(schedule.made()));
            insert.setTimestamp(12, Timestamp.from(schedule.progress().next()));
            insert.setLong(13, schedule.progress().firings());
            insert.setString(14, schedule.progress().mark().orElse(null));
            insert.setString(
                    15, schedule.progress().lastJob().map(JobToken::value).orElse(null));
            return insert.executeUpdate() == 1;
        }
    }

    Optional<Schedule> find(String id) {
        return select("look for a schedule", "WHERE id = ?", id).stream().findFirst();
    }

    /**
     * Returns the owner's schedules, those that run next first; with {@code everybody} also those of all other owners,
     * after them.
     */
    List<Schedule> of(String owner, boolean everybody) {
        return select(
                "list schedules",
                "WHERE owner = ? OR ? ORDER BY owner <> ?, paused, next_at, id LIMIT " + AT_ONCE,
                owner,
                everybody,
                owner);
    }

    /**
     * Returns schedules that are due and not paused, the longest due first.
     *
     * @param watched whether to return the schedules that watch a query, or else those with a timetable
     */
    List<Schedule> due(Instant now, boolean watched) {
        return select(
                "list due schedules",
                "WHERE NOT paused AND next_at <= ? AND watched = ? ORDER BY next_at, id LIMIT " + AT_ONCE,
                Timestamp.from(now),
                watched);
    }

    /**
     * Reads schedules. A schedule that cannot be read is paused and left out, so that it keeps no other from being
     * read.
     */
    private List<Schedule> select(String what, String which, Object... parameters) {
        List<String> unreadable = new ArrayList<>();
        List<Schedule> read = transaction.single(what, connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT " + COLUMNS + " FROM slipway.schedule " + which)) {
                for (int i = 0; i < parameters.length; i++) {
                    select.setObject(i + 1, parameters[i]);
                }
                return rows(select, unreadable);
            }
        });
        unreadable.forEach(this::pause);
        return read;
    }

    private List<Schedule> rows(PreparedStatement select, List<String> unreadable) throws SQLException {
        List<Schedule> schedules = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                try {
                    schedules.add(schedule(row));
                } catch (RuntimeException e) {
                    LOG.error("schedule {} cannot be read and is paused", row.getString("id"), e);
                    unreadable.add(row.getString("id"));
                }
            }
        }
        return schedules;
    }

    private Schedule schedule(ResultSet row) throws SQLException {
        return new Schedule(
                row.getString("id"),
                row.getString("owner"),
                row.getString("name"),
                row.getTimestamp("made_at").toInstant(),
                new NewSchedule(
                        row.getString("template"),
                        row.getInt("template_version"),
                        json.readValue(row.getString("blank_values"), VALUES),
                        triggers.read(row.getString("trigger_json")),
                        row.getBoolean("alone")),
                new Schedule.Progress(
                        row.getBoolean("paused"),
                        row.getTimestamp("next_at").toInstant(),
                        row.getLong("firings"),
                        Optional.ofNullable(row.getString("mark")),
                        Optional.ofNullable(row.getString("last_job")).map(JobToken::new)));
    }

    /** Returns the outcome of each job, or the state of an open job. Leaves out jobs that do not exist. */
    Map<String, String> states(List<String> jobs) {
        return transaction.single("list states of jobs", connection -> {
            Map<String, String> states = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT token, coalesce(outcome, state) FROM slipway.job WHERE token = ANY (?)")) {
                select.setArray(1, connection.createArrayOf("text", jobs.toArray()));
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        states.put(row.getString(1), row.getString(2));
                    }
                }
            }
            return states;
        });
    }

    /** Pauses the schedule in the name of the service, not of a caller. */
    void pause(String id) {
        update("pause a schedule", PAUSE, id);
    }

    void pause(Schedule schedule, Caller caller) {
        change(schedule, caller, "paused", PAUSE, schedule.id());
    }

    void resume(Schedule schedule, Caller caller, Instant next) {
        change(
                schedule,
                caller,
                "resumed",
                "UPDATE slipway.schedule SET paused = false, next_at = ? WHERE id = ? AND paused",
                Timestamp.from(next),
                schedule.id());
    }

    /** Lets the schedule run another version of its template. */
    void accept(Schedule schedule, int version, Instant next) {
        update(
                "accept a template",
                "UPDATE slipway.schedule SET template_version = ?, paused = false, next_at = ? WHERE id = ?",
                version,
                Timestamp.from(next),
                schedule.id());
    }

    void remove(Schedule schedule, Caller caller) {
        change(schedule, caller, REMOVED, "DELETE FROM slipway.schedule WHERE id = ?", schedule.id());
    }

    /** Changes a schedule. A change by a caller other than the owner is recorded in the ledger. */
    private void change(Schedule schedule, Caller caller, String done, String sql, Object... parameters) {
        transaction.run("change a schedule", connection -> {
            int changed = update(connection, sql, parameters);
            if (changed == 1 && !caller.user().equals(schedule.owner())) {
                String words =
                        "schedule " + schedule.id() + " of " + schedule.owner() + " " + done + ": " + schedule.name();
                Kind kind = done.equals(REMOVED) ? Kind.SCHEDULE_REMOVED : Kind.SCHEDULE_CHANGED;
                ledger.note(connection, new OperationLedger.Entry(kind, caller.user(), caller.from(), words));
            }
            return changed;
        });
    }

    /** Records the answer of a watched query, and when to ask it next. */
    void asked(Schedule schedule, Instant next, Optional<String> mark) {
        update(
                "note an answer",
                "UPDATE slipway.schedule SET next_at = ?, mark = ? WHERE id = ? AND next_at = ? AND NOT paused",
                Timestamp.from(next),
                mark.orElse(null),
                schedule.id(),
                Timestamp.from(schedule.progress().next()));
    }

    private void update(String what, String sql, Object... parameters) {
        transaction.single(what, connection -> update(connection, sql, parameters));
    }

    static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                update.setObject(i + 1, parameters[i]);
            }
            return update.executeUpdate();
        }
    }
}
