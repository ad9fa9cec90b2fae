package dev.slipway.load;

import dev.slipway.servers.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes a table of invented trades with a key, as a bank has one: numbers, texts and times. */
final class Trades {
    /** The approximate bytes of one row as CSV. */
    static final int ROW_BYTES = 74;

    private Trades() {}

    static void fill(PostgresDatabase database, String table, long rows) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " AS SELECT i AS id, 'book ' || i % 997 AS book,"
                    + " timestamp '2026-03-02 09:00' + i * interval '1 second' AS traded, sqrt(i) AS price,"
                    + " (i % 100000) / 100.0 AS quantity, 'EUR'::text AS currency FROM generate_series(1, " + rows
                    + ") i");
            statement.execute("ALTER TABLE " + table + " ADD PRIMARY KEY (id)");
            statement.execute("VACUUM ANALYZE " + table);
        }
    }

    /** Drops a table, to make room for the next one. */
    static void drop(PostgresDatabase database, String table) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE " + table);
        }
    }
}
