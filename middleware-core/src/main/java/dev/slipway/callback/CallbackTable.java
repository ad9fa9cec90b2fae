package dev.slipway.callback;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Reads and writes the table {@code slipway.callback}. All calls throw {@link dev.slipway.journal.JournalUnavailable}.
 */
final class CallbackTable {
    /**
     * Most callbacks that are read at once. The number is large, so that those of one slow receiver do not hide the
     * others.
     */
    private static final int AT_ONCE = 1_000;

    private final Transaction transaction;
    private final OperationLedger ledger;

    CallbackTable(DataSource dataSource, OperationLedger ledger) {
        this.transaction = new Transaction(dataSource);
        this.ledger = ledger;
    }

    /**
     * Keeps the address unless the job has one.
     *
     * @return the job's address, which is the first that was registered
     */
    String add(JobToken token, String address, Instant now) {
        String sql = "INSERT INTO slipway.callback (token, address, tries, next_at) VALUES (?, ?, 0, ?)"
                + " ON CONFLICT (token) DO NOTHING";
        return transaction.run("keep a callback", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, token.value());
                insert.setString(2, address);
                insert.setTimestamp(3, Timestamp.from(now));
                return insert.executeUpdate() == 1
                        ? address
                        : address(connection, token).orElseThrow();
            }
        });
    }

    /** Returns the registered address of the job, if any. */
    Optional<String> address(JobToken token) {
        return transaction.run("look for a callback", connection -> address(connection, token));
    }

    private static Optional<String> address(Connection connection, JobToken token) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT address FROM slipway.callback WHERE token = ?")) {
            select.setString(1, token.value());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    /**
     * Returns the callbacks that are due, the longest due first: those of closed jobs, and of groups with closed jobs
     * only.
     */
    List<CallbackRow> due(Instant now) {
        String sql = """
                SELECT c.token, c.address, c.tries, j.since AS closed, false AS of_group, c.next_at
                FROM slipway.callback c JOIN slipway.job j USING (token)
                WHERE c.ended_at IS NULL AND c.next_at <= ? AND j.state = 'CLOSED'
                UNION ALL
                SELECT c.token, c.address, c.tries, (SELECT max(j.since) FROM slipway.job j \
                WHERE j.group_token = c.token), true,
                       c.next_at
                FROM slipway.callback c JOIN slipway.job_group g USING (token)
                WHERE c.ended_at IS NULL AND c.next_at <= ?
                  AND NOT EXISTS (SELECT FROM slipway.job j WHERE j.group_token = c.token AND j.state <> 'CLOSED')
                ORDER BY next_at LIMIT ?""";
        return transaction.run("list callbacks", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setTimestamp(1, Timestamp.from(now));
                select.setTimestamp(2, Timestamp.from(now));
                select.setInt(3, AT_ONCE);
                return rows(select);
            }
        });
    }

    private static List<CallbackRow> rows(PreparedStatement select) throws SQLException {
        List<CallbackRow> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(new CallbackRow(
                        new JobToken(row.getString(1)),
                        row.getString(2),
                        row.getInt(3),
                        row.getTimestamp(4).toInstant(),
                        row.getBoolean(5)));
            }
        }
        return rows;
    }

    /** Counts one more try of the callback, and makes it due again at {@code next}. */
    void again(CallbackRow row, Instant next) {
        transaction.run("put a callback off", connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE slipway.callback SET tries = tries + 1, next_at = ? WHERE token = ?")) {
                update.setTimestamp(1, Timestamp.from(next));
                update.setString(2, row.token().value());
                return update.executeUpdate();
            }
        });
    }

    /** Ends the callback and records its end in the ledger, in one transaction. */
    void end(CallbackRow row, Instant now, Entry entry) {
        transaction.run("end a callback", connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE slipway.callback SET tries = tries + 1, ended_at = ? WHERE token = ?")) {
                update.setTimestamp(1, Timestamp.from(now));
                update.setString(2, row.token().value());
                update.executeUpdate();
            }
            return ledger.note(connection, entry);
        });
    }
}
