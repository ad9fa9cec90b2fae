package dev.slipway.stoppage;

import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.Printable;
import dev.slipway.request.Place;
import dev.slipway.stoppage.Stoppage.Launches;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Holds the present stoppages: in {@code slipway.stoppage}, so that they outlast a restart, and in memory, for the
 * check before each step and launch. Every change is recorded in the ledger of operations. Needs the journal's schema
 * and exclusive use of its store.
 */
public final class Stoppages {
    private final Transaction transaction;
    private final OperationLedger ledger;
    private final Clock clock;
    private volatile Map<Subject, Stoppage> now;

    public Stoppages(DataSource dataSource, OperationLedger ledger, Clock clock) {
        this.transaction = new Transaction(dataSource);
        this.ledger = ledger;
        this.clock = clock;
        this.now = transaction.single("read what is stopped", Stoppages::read);
    }

    /** Returns all stoppages, the longest first. */
    public List<Stoppage> all() {
        return List.copyOf(now.values());
    }

    /** Returns the stoppage of exactly this subject. */
    public Optional<Stoppage> of(Subject subject) {
        return Optional.ofNullable(now.get(subject));
    }

    /** Returns the stoppage that keeps jobs from being launched on the partition: its own, or that of all launches. */
    public Optional<Stoppage> ofLaunches(String partition) {
        return of(new Launches()).or(() -> of(new LaunchesOn(partition)));
    }

    /** Returns the stoppage that keeps steps from beginning at the place. */
    public Optional<Stoppage> ofSteps(Place place) {
        return of(new StepsAt(place));
    }

    /**
     * Stops the subject, durably. If the subject is already stopped, the stoppage of the first operator stays.
     */
    public synchronized void stop(Subject subject, String by, String from, String reason) {
        if (now.containsKey(subject)) {
            return;
        }
        Instant since = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Stoppage stoppage = new Stoppage(subject, by, since, Printable.line(reason));
        Kind kind = subject instanceof StepsAt ? Kind.PAUSED : Kind.DRAINED;
        now = transaction.run("stop " + subject.word(), connection -> {
            insert(connection, stoppage);
            ledger.note(connection, new Entry(kind, by, from, text(stoppage)));
            return read(connection);
        });
    }

    /** Lets the subject go on, durably. Has no effect if the subject is not stopped. */
    public synchronized void resume(Subject subject, String by, String from) {
        if (!now.containsKey(subject)) {
            return;
        }
        now = transaction.run("resume " + subject.word(), connection -> {
            delete(connection, subject);
            ledger.note(connection, new Entry(Kind.RESUMED, by, from, named(subject)));
            return read(connection);
        });
    }

    private static String text(Stoppage stoppage) {
        return named(stoppage.subject()) + (stoppage.reason().isEmpty() ? "" : ": " + stoppage.reason());
    }

    private static String named(Subject subject) {
        return subject instanceof Launches ? "all launches" : subject.word();
    }

    private static Map<Subject, Stoppage> read(Connection connection) throws SQLException {
        Map<Subject, Stoppage> found = new LinkedHashMap<>();
        String sql = "SELECT subject, by_user, since, reason FROM slipway.stoppage ORDER BY since, subject";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                String word = row.getString("subject");
                Subject subject =
                        Subject.ofWord(word).orElseThrow(() -> new SQLException("slipway.stoppage holds " + word));
                found.put(
                        subject,
                        new Stoppage(
                                subject,
                                row.getString("by_user"),
                                row.getTimestamp("since").toInstant(),
                                row.getString("reason")));
            }
        }
        return found;
    }

    private static void insert(Connection connection, Stoppage stoppage) throws SQLException {
        String sql = "INSERT INTO slipway.stoppage (subject, by_user, since, reason) VALUES (?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, stoppage.subject().word());
            insert.setString(2, stoppage.by());
            insert.setTimestamp(3, Timestamp.from(stoppage.since()));
            insert.setString(4, stoppage.reason());
            insert.executeUpdate();
        }
    }

    private static void delete(Connection connection, Subject subject) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM slipway.stoppage WHERE subject = ?")) {
            delete.setString(1, subject.word());
            delete.executeUpdate();
        }
    }
}
