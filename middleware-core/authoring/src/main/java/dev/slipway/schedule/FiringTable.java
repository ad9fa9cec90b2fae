package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.schedule.Firing.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Reads and writes the table {@code slipway.firing}. All calls throw {@link dev.slipway.journal.JournalUnavailable}.
 */
final class FiringTable {
    /** How many firings of one schedule are kept. Older firings are forgotten; their jobs are not. */
    static final int KEPT = 50;

    /** All columns except the job to submit, which is large. */
    private static final String COLUMNS = "f.schedule, f.number, f.due, f.outcome, f.job, f.code, f.message, f.detail";

    private final Transaction transaction;

    FiringTable(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
    }

    /** A firing with a job that is still to be submitted. */
    record Begun(String schedule, String owner, Firing firing) {}

    /**
     * Keeps a firing and moves its schedule on, both or neither.
     *
     * @param form form of the job to submit, for a firing that has begun
     * @return false, without keeping the firing, if the schedule was paused, removed or fired meanwhile
     */
    boolean fire(Schedule schedule, Firing firing, Optional<String> form, Instant next, Optional<String> mark) {
        return transaction.run("keep a firing", connection -> {
            int moved = ScheduleTable.update(
                    connection,
                    "UPDATE slipway.schedule SET next_at = ?, mark = ?, firings = ?, paused = ?"
                            + " WHERE id = ? AND NOT paused AND firings = ?",
                    Timestamp.from(next),
                    mark.orElse(null),
                    firing.number(),
                    firing.pauses(),
                    schedule.id(),
                    schedule.progress().firings());
            if (moved == 1) {
                insert(connection, schedule.id(), firing, form);
                forget(connection, schedule.id(), firing.number() - KEPT);
            }
            return moved == 1;
        });
    }

    private static void insert(Connection connection, String schedule, Firing firing, Optional<String> form)
            throws SQLException {
        ScheduleTable.update(
                connection,
                "INSERT INTO slipway.firing (schedule, number, due, outcome, form, code, message, detail)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                schedule,
                firing.number(),
                Timestamp.from(firing.due()),
                firing.outcome().name(),
                form.orElse(null),
                firing.problem().map(problem -> problem.code().id()).orElse(null),
                firing.problem().map(Problem::message).orElse(firing.note()),
                firing.problem().map(Problem::detail).orElse(""));
    }

    private static void forget(Connection connection, String schedule, long upTo) throws SQLException {
        ScheduleTable.update(
                connection,
                "DELETE FROM slipway.firing WHERE schedule = ? AND number <= ? AND outcome <> 'BEGUN'",
                schedule,
                upTo);
    }

    /**
     * Returns firings with a job to submit, the longest due first. A firing of a paused schedule waits with its
     * schedule.
     */
    List<Begun> begun() {
        String sql = "SELECT " + COLUMNS
                + ", s.owner FROM slipway.firing f JOIN slipway.schedule s ON s.id = f.schedule"
                + " WHERE f.outcome = 'BEGUN' AND NOT s.paused ORDER BY f.due, f.schedule LIMIT 1000";
        return transaction.single("list begun firings", connection -> {
            List<Begun> begun = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    begun.add(new Begun(row.getString("schedule"), row.getString("owner"), firing(row)));
                }
            }
            return begun;
        });
    }

    /** Returns the job to submit; empty if its schedule was paused or removed meanwhile. */
    Optional<String> form(Begun begun) {
        String sql = "SELECT f.form FROM slipway.firing f JOIN slipway.schedule s ON s.id = f.schedule"
                + " WHERE f.schedule = ? AND f.number = ? AND f.outcome = 'BEGUN' AND NOT s.paused";
        return transaction.single("read a firing's job", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, begun.schedule());
                select.setLong(2, begun.firing().number());
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(row.getString("form")) : Optional.empty();
                }
            }
        });
    }

    void submitted(Begun begun, JobToken job) {
        transaction.run("note a submitted job", connection -> {
            ScheduleTable.update(
                    connection,
                    "UPDATE slipway.firing SET outcome = 'SUBMITTED', form = NULL, job = ? WHERE schedule = ?"
                            + " AND number = ?",
                    job.value(),
                    begun.schedule(),
                    begun.firing().number());
            return ScheduleTable.update(
                    connection, "UPDATE slipway.schedule SET last_job = ? WHERE id = ?", job.value(), begun.schedule());
        });
    }

    /**
     * Notes that the job of a firing is not submitted. Has no effect if another thread has submitted the job meanwhile.
     *
     * @return the job of the firing, if there is a job
     */
    Optional<JobToken> failed(Begun begun, Problem problem) {
        return transaction.run("note a failed firing", connection -> {
            int failed = ScheduleTable.update(
                    connection,
                    "UPDATE slipway.firing SET outcome = 'FAILED', form = NULL, code = ?, message = ?, detail = ?"
                            + " WHERE schedule = ? AND number = ? AND outcome = 'BEGUN'",
                    problem.code().id(),
                    problem.message(),
                    problem.detail(),
                    begun.schedule(),
                    begun.firing().number());
            return failed == 1 ? Optional.empty() : job(connection, begun);
        });
    }

    private static Optional<JobToken> job(Connection connection, Begun begun) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT job FROM slipway.firing WHERE schedule = ? AND number = ?")) {
            select.setString(1, begun.schedule());
            select.setLong(2, begun.firing().number());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString("job")).map(JobToken::new) : Optional.empty();
            }
        }
    }

    /** Returns a schedule's firings, newest first. */
    List<Firing> of(String schedule) {
        return transaction.single("list firings", connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT " + COLUMNS
                    + " FROM slipway.firing f WHERE schedule = ? ORDER BY number DESC LIMIT " + KEPT)) {
                select.setString(1, schedule);
                List<Firing> firings = new ArrayList<>();
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        firings.add(firing(row));
                    }
                }
                return firings;
            }
        });
    }

    /** Returns the newest firing of each of these schedules that has fired. */
    Map<String, Firing> newest(List<String> ids) {
        String sql = "SELECT " + COLUMNS + " FROM slipway.firing f"
                + " JOIN slipway.schedule s ON s.id = f.schedule AND s.firings = f.number WHERE s.id = ANY (?)";
        return transaction.single("list newest firings", connection -> {
            Map<String, Firing> newest = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setArray(1, connection.createArrayOf("text", ids.toArray()));
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        newest.put(row.getString("schedule"), firing(row));
                    }
                }
            }
            return newest;
        });
    }

    private static Firing firing(ResultSet row) throws SQLException {
        String message = row.getString("message");
        String detail = row.getString("detail");
        Optional<Problem> problem = Optional.ofNullable(row.getString("code"))
                .map(code -> new Problem(ProblemCode.ofId(code), message, detail));
        return new Firing(
                row.getLong("number"),
                row.getTimestamp("due").toInstant(),
                Outcome.valueOf(row.getString("outcome")),
                Optional.ofNullable(row.getString("job")).map(JobToken::new),
                problem,
                problem.isPresent() ? "" : message);
    }
}
