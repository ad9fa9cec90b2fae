package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.EventChain;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationRow;
import dev.slipway.journal.store.EventTable.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Changes rows that must not change, like an attacker with all rights on the database: triggers and foreign keys are
 * off.
 */
public final class Tampering {
    private Tampering() {}

    /** Runs one statement, which must change something. */
    public static void with(DataSource dataSource, String sql, String... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement role = connection.createStatement();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            role.execute("SET session_replication_role = replica");
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            assertThat(statement.executeUpdate()).isPositive();
            role.execute("SET session_replication_role = DEFAULT");
        }
    }

    /** Puts another last event, its hash and the job's head as a forger would who knows how. */
    public static void rewriteLast(DataSource dataSource, JobToken token, String event, String payload)
            throws SQLException {
        List<EventRow> events;
        try (Connection connection = dataSource.getConnection()) {
            events = EventTable.chains(connection, List.of(token)).get(token).events();
        }
        EventRow last = events.get(events.size() - 1);
        String before = events.get(events.size() - 2).hash();
        String hash = EventChain.hash(before, token, last.sequence(), last.at(), event, payload);
        with(
                dataSource,
                "UPDATE slipway.job_event SET event = ?, payload = ?, hash = ? WHERE token = ? AND sequence = "
                        + last.sequence(),
                event,
                payload,
                hash,
                token.value());
        with(dataSource, "UPDATE slipway.job SET head = ? WHERE token = ?", hash, token.value());
    }

    /**
     * Changes the name in the first operation and computes all hashes of the ledger anew, like an attacker who can
     * write all tables.
     */
    public static void rewriteLedger(DataSource dataSource, String by) throws SQLException {
        List<OperationRow> rows;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT " + OperationLedger.COLUMNS + " FROM slipway.operation ORDER BY sequence")) {
            rows = OperationLedger.rows(select);
        }
        String before = EventChain.ORIGIN;
        for (OperationRow row : rows) {
            OperationRow forged = new OperationRow(
                    row.sequence(),
                    row.at(),
                    row.kind(),
                    row.sequence() == 1 ? by : row.by(),
                    row.from(),
                    row.text(),
                    row.payload(),
                    "");
            before = forged.expectedHash(before);
            with(
                    dataSource,
                    "UPDATE slipway.operation SET by_user = ?, hash = ? WHERE sequence = " + row.sequence(),
                    forged.by(),
                    before);
        }
        with(dataSource, "UPDATE slipway.operation_head SET hash = ?", before);
    }

    /** Returns the first column of a query's rows. */
    public static List<String> read(DataSource dataSource, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }
}
