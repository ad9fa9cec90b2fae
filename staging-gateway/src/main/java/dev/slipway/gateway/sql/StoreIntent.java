package dev.slipway.gateway.sql;

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
 * @param server the cluster's system identifier; where {@code pg_control_system()} is not permitted, {@code db} and the database's oid,
 *     name and address, which tells another server apart but not one restored to the same address
 * @param transaction the 64-bit transaction id
 * @param rows that count as stored when it is committed; not in intents of earlier versions
 */
record StoreIntent(String server, String transaction, OptionalLong rows) {
    private static final Pattern FORM = Pattern.compile("pg:([0-9a-z-]+):(\\d+)(?::(\\d+))?");
    private static final String SYSTEM = "SELECT system_identifier::text FROM pg_control_system()";
    private static final String DATABASE = """
            SELECT 'db-' || md5(oid::text || ' ' || datname || ' ' || coalesce(inet_server_addr()::text, 'local')
                || ' ' || coalesce(inet_server_port(), 0)) FROM pg_database WHERE datname = current_database()""";
    /** A record in the server's log that no table sees. */
    static final String MARK = "SELECT pg_logical_emit_message(true, 'slipway', '')::text";

    private static final String NO_RIGHT = "42501";
    /** Invalid parameter value: an id that this server has not reached, or not again since it crashed. */
    private static final String IN_THE_FUTURE = "22023";

    /** What the server says of an earlier transaction. */
    enum Fate {
        COMMITTED,
        ABORTED,
        IN_PROGRESS,
        /** Too long ago, or of another server. */
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
     * Of the transaction that {@code connection} is in; its id stands in the server's log, though not yet on the server's disk.
     *
     * @see Session#makeLogDurable()
     */
    static StoreIntent ofCurrent(Connection connection, long rows) throws SQLException {
        StoreIntent intent = new StoreIntent(
                server(connection), text(connection, "SELECT pg_current_xact_id()::text"), OptionalLong.of(rows));
        text(connection, MARK);
        return intent;
    }

    /** What became of this transaction, asked over {@code connection}. */
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
                // A commit would have made the id durable: the server crashed before, and forgot the id with the rows.
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
