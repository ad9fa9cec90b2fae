package dev.slipway.journal.ledger;

import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.Transaction;
import dev.slipway.problem.Printable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Records the operations of the service, durably: a hash chain in {@code slipway.operation}. Calls throw {@link
 * JournalUnavailable}.
 */
public final class OperationLedger {
    public static final String COLUMNS = "sequence, at, kind, by_user, origin, text, payload, hash";

    /** The user name for operations of the service. */
    public static final String SERVICE = "slipway";

    /** The kinds of recorded operations. */
    public enum Kind {
        STARTED,
        STOPPED,
        STORE_LOCKED,
        SETTINGS_RELOADED,
        SETTINGS_REFUSED,
        CHECKPOINT,
        SIGNED_IN,
        SIGN_IN_REFUSED,
        ACCOUNT_MADE,
        ACCOUNT_REMOVED,
        PASSWORD_CHANGED,
        ROLES_CHANGED,
        GRANTS_CHANGED,
        KEY_MADE,
        CALLBACK_TAKEN,
        CALLBACK_GIVEN_UP,
        MAIL_TAKEN,
        MAIL_GIVEN_UP,
        UPLOADED,
        TRIED,
        DRAINED,
        PAUSED,
        RESUMED,
        TEMPLATE_CHANGED,
        TEMPLATE_REMOVED,
        SCHEDULE_CHANGED,
        SCHEDULE_REMOVED,
        VERIFIED,
        EXPORTED,
        USAGE_READ
    }

    /**
     * An operation to record; control characters become question marks, so that fields stay lines of the hashed text.
     */
    public record Entry(Kind kind, String by, String from, String text) {
        public Entry {
            by = Printable.line(by);
            from = Printable.line(from);
            text = Printable.line(text);
        }
    }

    private record Head(long sequence, String hash, Optional<Instant> at) {}

    private final Transaction transaction;
    private final Clock clock;

    public OperationLedger(DataSource dataSource, Clock clock) {
        this.transaction = new Transaction(dataSource);
        this.clock = clock;
    }

    /** Records one operation. */
    public void note(Entry entry) {
        transaction.run("note an operation", connection -> note(connection, entry));
    }

    /** Records one operation in the transaction of {@code connection}; others wait for its end. */
    public OperationRow note(Connection connection, Entry entry) throws SQLException {
        return append(connection, entry, "");
    }

    OperationRow append(Connection connection, Entry entry, String payload) throws SQLException {
        Head head = lockHead(connection);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        // A clock that was set back must not make the ledger's times run backwards.
        Instant at = head.at().filter(now::isBefore).orElse(now);
        OperationRow bare = new OperationRow(
                head.sequence() + 1, at, entry.kind().name(), entry.by(), entry.from(), entry.text(), payload, "");
        OperationRow row = new OperationRow(
                bare.sequence(),
                at,
                bare.kind(),
                bare.by(),
                bare.from(),
                bare.text(),
                payload,
                bare.expectedHash(head.hash()));
        insert(connection, row);
        moveHead(connection, row);
        return row;
    }

    private static Head lockHead(Connection connection) throws SQLException {
        String sql = """
                SELECT h.sequence, h.hash, (SELECT o.at FROM slipway.operation o WHERE o.sequence = h.sequence)
                FROM slipway.operation_head h FOR UPDATE OF h""";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("slipway.operation_head is empty: the ledger was tampered with");
            }
            return new Head(
                    row.getLong(1),
                    row.getString(2),
                    Optional.ofNullable(row.getTimestamp(3)).map(Timestamp::toInstant));
        }
    }

    private static void insert(Connection connection, OperationRow row) throws SQLException {
        String sql = "INSERT INTO slipway.operation (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setLong(1, row.sequence());
            insert.setTimestamp(2, Timestamp.from(row.at()));
            insert.setString(3, row.kind());
            insert.setString(4, row.by());
            insert.setString(5, row.from());
            insert.setString(6, row.text());
            insert.setString(7, row.payload());
            insert.setString(8, row.hash());
            insert.executeUpdate();
        }
    }

    private static void moveHead(Connection connection, OperationRow row) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE slipway.operation_head SET sequence = ?, hash = ?")) {
            update.setLong(1, row.sequence());
            update.setString(2, row.hash());
            update.executeUpdate();
        }
    }

    /** Returns the matching operations, newest first. */
    public List<OperationRow> newest(OperationFilter filter, int offset, int limit) {
        FilterSql filtered = new FilterSql(filter);
        String sql = "SELECT " + COLUMNS + " FROM slipway.operation" + filtered.where()
                + " ORDER BY sequence DESC OFFSET ? LIMIT ?";
        return transaction.single("list operations", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                int next = filtered.bind(connection, select);
                select.setInt(next, offset);
                select.setInt(next + 1, limit);
                return rows(select);
            }
        });
    }

    /** Counts the matching operations. */
    public long count(OperationFilter filter) {
        FilterSql filtered = new FilterSql(filter);
        String sql = "SELECT count(*) FROM slipway.operation" + filtered.where();
        return transaction.single("count operations", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                filtered.bind(connection, select);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    public static List<OperationRow> rows(PreparedStatement select) throws SQLException {
        List<OperationRow> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(row(row));
            }
        }
        return rows;
    }

    static OperationRow row(ResultSet row) throws SQLException {
        return new OperationRow(
                row.getLong(1),
                row.getTimestamp(2).toInstant(),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8));
    }
}
