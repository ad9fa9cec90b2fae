package dev.slipway.mail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Holds the statements on {@code slipway.mail} that run in a transaction of others. */
final class MailRows {
    private static final int AT_ONCE = 100;

    private MailRows() {}

    static void insert(Connection connection, String account, String kind, Letter letter, Instant now)
            throws SQLException {
        String sql = "INSERT INTO slipway.mail (id, account, address, kind, subject, body, made_at, tries, next_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, letter.id());
            insert.setString(2, account);
            insert.setString(3, letter.address());
            insert.setString(4, kind);
            insert.setString(5, letter.subject());
            insert.setString(6, letter.body());
            insert.setTimestamp(7, Timestamp.from(now));
            insert.setTimestamp(8, Timestamp.from(now));
            insert.executeUpdate();
        }
    }

    static void mark(Connection connection, String mail, List<String> events) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO slipway.mail_event (event, mail) VALUES (?, ?)")) {
            for (String event : events) {
                insert.setString(1, event);
                insert.setString(2, mail);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Ends the user's mails that have not been sent. The events in these mails count as told. */
    static void drop(Connection connection, String account, Instant now) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE slipway.mail SET ended_at = ?,"
                + " subject = '', body = '' WHERE account = ? AND ended_at IS NULL")) {
            update.setTimestamp(1, Timestamp.from(now));
            update.setString(2, account);
            update.executeUpdate();
        }
    }

    static int sent(Connection connection, String account, String kind, Instant since) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(
                "SELECT count(*) FROM slipway.mail WHERE account = ? AND kind = ? AND made_at > ?")) {
            count.setString(1, account);
            count.setString(2, kind);
            count.setTimestamp(3, Timestamp.from(since));
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Counts the codes that any user has had sent to the address since then, in capitals or not. */
    static int codesTo(Connection connection, String address, Instant since) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM slipway.mail"
                + " WHERE lower(address) = lower(?) AND kind = 'CODE' AND made_at > ?")) {
            count.setString(1, address);
            count.setTimestamp(2, Timestamp.from(since));
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    static List<MailRow> due(Connection connection, Instant now) throws SQLException {
        String sql = "SELECT id, address, subject, body, account, made_at, tries FROM slipway.mail"
                + " WHERE ended_at IS NULL AND next_at <= ? ORDER BY next_at LIMIT " + AT_ONCE;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setTimestamp(1, Timestamp.from(now));
            List<MailRow> rows = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(new MailRow(
                            new Letter(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
                            row.getString(5),
                            row.getTimestamp(6).toInstant(),
                            row.getInt(7)));
                }
            }
            return rows;
        }
    }
}
