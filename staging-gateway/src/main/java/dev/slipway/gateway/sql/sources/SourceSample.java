package dev.slipway.gateway.sql.sources;

import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.driver.DriverSample;
import dev.slipway.gateway.sql.postgres.PostgresSample;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.staging.RowSample;

/** Runs a reading statement at a source of any kind for its first rows. */
public final class SourceSample {
    private final Databases databases;
    private final PostgresSample postgres;

    public SourceSample(Databases databases, SqlLimits limits) {
        this.databases = databases;
        this.postgres = new PostgresSample(databases.sessions(), limits);
    }

    /**
     * @param rows the most rows to return
     * @param owner the user who asks
     */
    public RowSample sample(String source, String statement, int rows, String owner, Cancellation cancellation)
            throws InterruptedException {
        return databases.byDriver(source)
                ? new DriverSample(databases.driverDatabase(source, owner)).sample(statement, rows, cancellation)
                : postgres.sample(source, statement, rows, owner, cancellation);
    }
}
