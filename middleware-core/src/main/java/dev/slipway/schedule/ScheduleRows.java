package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The schedules of a store, in {@code slipway.schedule}. All calls throw {@link dev.slipway.journal.JournalUnavailable}. */
final class ScheduleRows {
    private static final String COLUMNS =
            "id, owner, template, name, blank_values, trigger_json, alone, paused, made_at,"
                    + " next_at, firings, mark, last_job";
    /** At one look; what is left is due still at the next. */
    private static final int AT_ONCE = 1_000;

    private static final TypeReference<Map<String, String>> VALUES = new TypeReference<>() {};

    private final Transaction transaction;
    private final JsonMapper json = new JsonMapper();
    private final TriggerCodec triggers = new TriggerCodec();

    ScheduleRows(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
    }

    /** Keeps a new one unless its owner has {@code most} already. @return whether it is kept */
    boolean add(Schedule schedule, int most) {
        return transaction.run("keep a schedule", connection -> {
            lock(connection);
            return count(connection, schedule.owner()) < most && insert(connection, schedule);
        });
    }

    private static void lock(Connection connection) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("LOCK TABLE slipway.schedule IN SHARE ROW EXCLUSIVE MODE")) {
            lock.execute();
        }
    }

    private static int count(Connection connection, String owner) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT count(*) FROM slipway.schedule WHERE owner = ?")) {
            select.setString(1, owner);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private boolean insert(Connection connection, Schedule schedule) throws SQLException {
        String sql = "INSERT INTO slipway.schedule (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, schedule.id());
            insert.setString(2, schedule.owner());
            insert.setString(3, schedule.template());
            insert.setString(4, schedule.name());
            insert.setString(5, json.writeValueAsString(schedule.values()));
            insert.setString(6, triggers.write(schedule.trigger()));
            insert.setBoolean(7, schedule.alone());
            insert.setBoolean(8, schedule.paused());
            insert.setTimestamp(9, Timestamp.from(schedule.made()));
            insert.setTimestamp(10, Timestamp.from(schedule.next()));
            insert.setLong(11, schedule.firings());
            insert.setString(12, schedule.mark().orElse(null));
            insert.setString(13, schedule.lastJob().map(JobToken::value).orElse(null));
            return insert.executeUpdate() == 1;
        }
    }

    Optional<Schedule> find(String id) {
        return select("look for a schedule", "WHERE id = ?", id).stream().findFirst();
    }

    /** The owner's schedules, those that run next first. @param everybody of all owners */
    List<Schedule> of(String owner, boolean everybody) {
        return select(
                "list schedules",
                "WHERE owner = ? OR ? ORDER BY paused, next_at, id LIMIT " + AT_ONCE,
                owner,
                everybody);
    }

    /** Those that are not paused and whose time has come, the longest due first. */
    List<Schedule> due(Instant now) {
        return select(
                "list due schedules",
                "WHERE NOT paused AND next_at <= ? ORDER BY next_at, id LIMIT " + AT_ONCE,
                Timestamp.from(now));
    }

    private List<Schedule> select(String what, String which, Object... parameters) {
        return transaction.single(what, connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT " + COLUMNS + " FROM slipway.schedule " + which)) {
                for (int i = 0; i < parameters.length; i++) {
                    select.setObject(i + 1, parameters[i]);
                }
                return rows(select);
            }
        });
    }

    private List<Schedule> rows(PreparedStatement select) throws SQLException {
        List<Schedule> schedules = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                schedules.add(new Schedule(
                        row.getString("id"),
                        row.getString("owner"),
                        row.getString("template"),
                        row.getString("name"),
                        json.readValue(row.getString("blank_values"), VALUES),
                        triggers.read(row.getString("trigger_json")),
                        row.getBoolean("alone"),
                        row.getBoolean("paused"),
                        row.getTimestamp("made_at").toInstant(),
                        row.getTimestamp("next_at").toInstant(),
                        row.getLong("firings"),
                        Optional.ofNullable(row.getString("mark")),
                        Optional.ofNullable(row.getString("last_job")).map(JobToken::new)));
            }
        }
        return schedules;
    }

    void pause(String id) {
        update("pause a schedule", "UPDATE slipway.schedule SET paused = true WHERE id = ?", id);
    }

    void resume(String id, Instant next) {
        update(
                "resume a schedule",
                "UPDATE slipway.schedule SET paused = false, next_at = ? WHERE id = ? AND paused",
                Timestamp.from(next),
                id);
    }

    void remove(String id) {
        update("remove a schedule", "DELETE FROM slipway.schedule WHERE id = ?", id);
    }

    /** Says when a watched query is asked next, and what its answer was. */
    void asked(Schedule schedule, Instant next, Optional<String> mark) {
        update(
                "note an answer",
                "UPDATE slipway.schedule SET next_at = ?, mark = ? WHERE id = ? AND next_at = ? AND NOT paused",
                Timestamp.from(next),
                mark.orElse(null),
                schedule.id(),
                Timestamp.from(schedule.next()));
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
