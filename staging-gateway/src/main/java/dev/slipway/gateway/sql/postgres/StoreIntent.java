package dev.slipway.gateway.sql.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key by which a store's transaction is found again after a crash: {@code pg:<server>:<xid8>:<rows>}.
 *
 * @param server the cluster's system identifier; where {@code pg_control_system()} is not permitted, {@code db} and the
 *     database's oid, name and address, which distinguish servers but not a server restored to the same address
 * @param transaction the 64-bit transaction id
 * @param rows that count as stored when the transaction is committed; not in intents of earlier versions
 */
record StoreIntent(String server, String transaction, OptionalLong rows) {
    private static final Pattern FORM = Pattern.compile("pg:([0-9a-z-]+):(\\d+)(?::(\\d+))?");
    private static final String SYSTEM = "SELECT system_identifier::text FROM pg_control_system()";
    private static final String DATABASE = """
            SELECT 'db-' || md5(oid::text || ' ' || datname || ' ' || coalesce(inet_server_addr()::text, 'local')
                || ' ' || coalesce(inet_server_port(), 0)) FROM pg_database WHERE datname = current_database()""";
    /** Writes a record into the server's log that appears in no table. */
    static final String MARK = "SELECT pg_logical_emit_message(true, 'slipway', '')::text";

    private static final String NO_RIGHT = "42501";
    /** Invalid parameter value: an id that this server has not reached, or has not reached again after a crash. */
    private static final String IN_THE_FUTURE = "22023";

    /** The server's answer about an earlier transaction. */
    enum Fate {
        COMMITTED,
        ABORTED,
        IN_PROGRESS,
        /** The transaction is too old, or belongs to another server. */
        UNKNOWN
    }

    static Optional<StoreIntent> parse(String key) {
        Matcher form = FORM.matcher(key);
        if (!form.matches()) {
            return Optional.empty();
        }
        OptionalLong rows =
                form.group(3) == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(form.group(3)));
        return Optional.of(new StoreIntent(form.group(1), form.group(2), rows));
    }

    /**
     * Returns the intent for the current transaction of {@code connection}. The transaction's id is in the server's
     * log, but not yet on the server's disk.
     *
     * @see Session#makeLogDurable()
     */
    static StoreIntent ofCurrent(Connection connection, long rows) throws SQLException {
        StoreIntent intent = new StoreIntent(
                server(connection), text(connection, "SELECT pg_current_xact_id()::text"), OptionalLong.of(rows));
        text(connection, MARK);
        return intent;
    }

    /** Returns the fate of this transaction, asked over {@code connection}. */
    Fate fate(Connection connection) throws SQLException {
        if (!server.equals(server(connection))) {
            return Fate.UNKNOWN;
        }
        try (PreparedStatement ask = connection.prepareStatement("SELECT pg_xact_status(?::xid8)")) {
            ask.setString(1, transaction);
            try (ResultSet answer = ask.executeQuery()) {
                answer.next();
                return fate(answer.getString(1));
            }
        } catch (SQLException e) {
            if (IN_THE_FUTURE.equals(e.getSQLState())) {
                // A commit would have made the id durable. The server crashed before a commit, and forgot the id with
                // the rows.
                return Fate.ABORTED;
            }
            throw e;
        }
    }

    private static Fate fate(String status) {
        if (status == null) {
            return Fate.UNKNOWN;
        }
        return switch (status) {
            case "committed" -> Fate.COMMITTED;
            case "aborted" -> Fate.ABORTED;
            case "in progress" -> Fate.IN_PROGRESS;
            default -> Fate.UNKNOWN;
        };
    }

    private static String server(Connection connection) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            return text(connection, SYSTEM);
        } catch (SQLException e) {
            if (!NO_RIGHT.equals(e.getSQLState())) {
                throw e;
            }
            connection.rollback(before);
            return text(connection, DATABASE);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(sql);
                ResultSet answer = ask.executeQuery()) {
            answer.next();
            return answer.getString(1);
        }
    }

    String key() {
        return "pg:" + server + ":" + transaction + (rows.isPresent() ? ":" + rows.getAsLong() : "");
    }
}
