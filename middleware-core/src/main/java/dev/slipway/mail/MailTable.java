package dev.slipway.mail;

import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Reads and writes the choices of users and the kept mails. All calls throw {@link
 * dev.slipway.journal.JournalUnavailable}.
 */
final class MailTable {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int CODE_TRIES = 5;

    private final Transaction transaction;
    private final OperationLedger ledger;

    MailTable(DataSource dataSource, OperationLedger ledger) {
        this.transaction = new Transaction(dataSource);
        this.ledger = ledger;
    }

    /** Returns the choice of a user, if any. */
    Optional<MailChoice> choice(String account) {
        String sql =
                "SELECT address, events, digest, zone, code_sha256 IS NULL FROM slipway.mail_choice WHERE account = ?";
        return transaction.single("look for a choice of mails", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, account);
                try (ResultSet row = select.executeQuery()) {
                    return row.next()
                            ? Optional.of(new MailChoice(
                                    row.getString(1),
                                    events((String[]) row.getArray(2).getArray()),
                                    Digest.valueOf(row.getString(3)),
                                    ZoneId.of(row.getString(4)),
                                    row.getBoolean(5)))
                            : Optional.empty();
                }
            }
        });
    }

    private static Set<MailEvent> events(String[] words) {
        return Arrays.stream(words).map(MailEvent::valueOf).collect(Collectors.toUnmodifiableSet());
    }

    private static String[] words(Set<MailEvent> events) {
        return events.stream().map(Enum::name).sorted().toArray(String[]::new);
    }

    /**
     * Keeps a choice with a new address, and the mail that brings the code for the address.
     *
     * @return the reason why the choice is not kept, if the user or the address has had too many codes
     */
    Optional<String> begin(
            String account, MailChoice choice, String codeHash, Instant codeUntil, Letter letter, Instant now) {
        return transaction.alone("keep a choice of mails", "slipway.mail_choice", connection -> {
            Optional<String> refusal = tooManyCodes(connection, account, choice.address(), now);
            if (refusal.isEmpty()) {
                MailRows.drop(connection, account, now);
                put(connection, account, choice, codeHash, codeUntil, now);
                MailRows.insert(connection, account, "CODE", letter, now);
            }
            return refusal;
        });
    }

    private static Optional<String> tooManyCodes(Connection connection, String account, String address, Instant now)
            throws SQLException {
        if (MailRows.sent(connection, account, "CODE", now.minus(HOUR)) >= MailDesk.CODES_PER_HOUR) {
            return Optional.of(
                    "you have asked for " + MailDesk.CODES_PER_HOUR + " codes within an hour; try again in an hour");
        }
        if (MailRows.sent(connection, account, "CODE", now.minus(DAY)) >= MailDesk.CODES_PER_DAY) {
            return Optional.of(
                    "you have asked for " + MailDesk.CODES_PER_DAY + " codes within a day; try again in a day");
        }
        if (MailRows.codesTo(connection, address, now.minus(DAY)) >= MailDesk.CODES_PER_ADDRESS) {
            return Optional.of("this address was sent " + MailDesk.CODES_PER_ADDRESS
                    + " codes within a day; try again in a day, or give another address");
        }
        return Optional.empty();
    }

    private static void put(
            Connection connection, String account, MailChoice choice, String codeHash, Instant codeUntil, Instant now)
            throws SQLException {
        String sql = """
                INSERT INTO slipway.mail_choice
                  (account, address, events, zone, since, code_sha256, code_until, code_tries, digest)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
                ON CONFLICT (account) DO UPDATE SET address = EXCLUDED.address, events = EXCLUDED.events,
                  zone = EXCLUDED.zone, since = EXCLUDED.since, code_sha256 = EXCLUDED.code_sha256,
                  code_until = EXCLUDED.code_until, code_tries = 0, digest = EXCLUDED.digest""";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, account);
            insert.setString(2, choice.address());
            insert.setArray(3, connection.createArrayOf("text", words(choice.events())));
            insert.setString(4, choice.zone().getId());
            insert.setTimestamp(5, Timestamp.from(now));
            insert.setString(6, codeHash);
            insert.setTimestamp(7, Timestamp.from(codeUntil));
            insert.setString(8, choice.digest().name());
            insert.executeUpdate();
        }
    }

    /** Changes the events of a confirmed address. Events that were not chosen before count from {@code now} on. */
    void change(String account, MailChoice choice, Instant now) {
        String sql = "UPDATE slipway.mail_choice SET since = CASE WHEN events @> ?::text[] THEN since ELSE ? END,"
                + " events = ?, zone = ?, digest = ? WHERE account = ?";
        transaction.run("change a choice of mails", connection -> {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setArray(1, connection.createArrayOf("text", words(choice.events())));
                update.setTimestamp(2, Timestamp.from(now));
                update.setArray(3, connection.createArrayOf("text", words(choice.events())));
                update.setString(4, choice.zone().getId());
                update.setString(5, choice.digest().name());
                update.setString(6, account);
                return update.executeUpdate();
            }
        });
    }

    /** Removes the choice of a user, and drops the mails that have not been sent. */
    void forget(String account, Instant now) {
        transaction.run("remove a choice of mails", connection -> {
            MailRows.drop(connection, account, now);
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM slipway.mail_choice WHERE account = ?")) {
                delete.setString(1, account);
                return delete.executeUpdate();
            }
        });
    }

    /** Confirms the address of a user if the code is right; a wrong code counts as a try. */
    boolean confirm(String account, String codeHash, Instant now) {
        String right = "UPDATE slipway.mail_choice SET code_sha256 = NULL, since = ? WHERE account = ?"
                + " AND code_sha256 = ? AND code_until > ? AND code_tries < ?";
        String wrong =
                "UPDATE slipway.mail_choice SET code_tries = code_tries + 1 WHERE account = ? AND code_tries < ?";
        return transaction.run("confirm an address", connection -> {
            try (PreparedStatement update = connection.prepareStatement(right)) {
                update.setTimestamp(1, Timestamp.from(now));
                update.setString(2, account);
                update.setString(3, codeHash);
                update.setTimestamp(4, Timestamp.from(now));
                update.setInt(5, CODE_TRIES);
                if (update.executeUpdate() == 1) {
                    return true;
                }
            }
            try (PreparedStatement update = connection.prepareStatement(wrong)) {
                update.setString(1, account);
                update.setInt(2, CODE_TRIES);
                update.executeUpdate();
            }
            return false;
        });
    }

    /**
     * Keeps a mail that tells {@code events}, unless the user has chosen otherwise meanwhile.
     *
     * @return whether the mail is kept
     */
    boolean keep(String account, Letter letter, List<String> events, Instant now) {
        return transaction.run("keep a mail", connection -> {
            if (!isChosen(connection, account, letter.address())) {
                return false;
            }
            MailRows.insert(connection, account, "JOBS", letter, now);
            MailRows.mark(connection, letter.id(), events);
            return true;
        });
    }

    private static boolean isChosen(Connection connection, String account, String address) throws SQLException {
        String sql = "SELECT 1 FROM slipway.mail_choice WHERE account = ? AND address = ? AND code_sha256 IS NULL"
                + " FOR UPDATE";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, account);
            select.setString(2, address);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Counts the mails about jobs that were made for a user in the hour before {@code now}. */
    int lastHour(String account, Instant now) {
        return transaction.single(
                "count mails", connection -> MailRows.sent(connection, account, "JOBS", now.minus(HOUR)));
    }

    /** Returns the mails that are due, the longest due first. */
    List<MailRow> due(Instant now) {
        return transaction.single("list mails", connection -> MailRows.due(connection, now));
    }

    /** Counts one more try of the mail, and makes the mail due again at {@code next}. */
    void again(MailRow row, Instant next) {
        transaction.run("put a mail off", connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE slipway.mail SET tries = tries + 1, next_at = ? WHERE id = ? AND ended_at IS NULL")) {
                update.setTimestamp(1, Timestamp.from(next));
                update.setString(2, row.letter().id());
                return update.executeUpdate();
            }
        });
    }

    /** Ends the mail, removes the words of the mail, and records the end in the ledger, in one transaction. */
    void end(MailRow row, Instant now, Entry entry) {
        transaction.run("end a mail", connection -> {
            try (PreparedStatement update = connection.prepareStatement("UPDATE slipway.mail SET tries = tries + 1,"
                    + " ended_at = ?, subject = '', body = '' WHERE id = ?")) {
                update.setTimestamp(1, Timestamp.from(now));
                update.setString(2, row.letter().id());
                update.executeUpdate();
            }
            return ledger.note(connection, entry);
        });
    }

    /** Removes the mails that ended before {@code limit}. */
    void removeEnded(Instant limit) {
        transaction.run("remove old mails", connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM slipway.mail WHERE ended_at < ? AND made_at < ?")) {
                delete.setTimestamp(1, Timestamp.from(limit));
                delete.setTimestamp(2, Timestamp.from(limit));
                return delete.executeUpdate();
            }
        });
    }
}
