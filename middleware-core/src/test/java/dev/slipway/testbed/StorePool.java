package dev.slipway.testbed;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Gives connections to the database of a test bed. Callers wait long for one, because the machine may be busy; while an
 * outage lasts they give up soon. HikariCP takes over a changed timeout only every 30 s, so impatient callers have a
 * pool of their own.
 */
public final class StorePool extends HikariDataSource {
    private static final int IMPATIENCE = 250;

    private final HikariDataSource impatient;
    private volatile boolean away;

    public StorePool(PostgresDatabase database) {
        super(patient(database.dataSource()));
        impatient = new HikariDataSource(impatient(database.dataSource()));
    }

    private static HikariConfig patient(DataSource database) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(6);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Await.PATIENCE.toMillis());
        return config;
    }

    private static HikariConfig impatient(DataSource database) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(1);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(IMPATIENCE);
        config.setInitializationFailTimeout(-1);
        return config;
    }

    /** Says whether an outage lasts. */
    public void away(boolean lasts) {
        away = lasts;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return away ? impatient.getConnection() : super.getConnection();
    }

    @Override
    public void close() {
        impatient.close();
        super.close();
    }
}
