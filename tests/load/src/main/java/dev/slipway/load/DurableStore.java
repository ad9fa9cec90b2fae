package dev.slipway.load;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.servers.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Makes a fresh database with commits that are on disk when they return. Any other database is refused. */
final class DurableStore {
    private DurableStore() {}

    static HikariDataSource pool(PostgresDatabase database, int connections) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
                    row.next();
                    if (!row.getString(1).equals("on")) {
                        throw new IllegalStateException(
                                "the store is not durable: " + setting + " is " + row.getString(1));
                    }
                }
            }
        }
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }
}
