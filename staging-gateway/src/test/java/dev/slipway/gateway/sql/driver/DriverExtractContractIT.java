package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.NetworkContract;
import dev.slipway.gateway.SlowLine;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.MariaDbDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;

/** Runs the tests of every stage-in for rows of a database with an operator's driver. */
class DriverExtractContractIT extends NetworkContract {
    private static MariaDbDatabase database;

    @BeforeAll
    static void fill_the_database() throws SQLException {
        database = MariaDbDatabase.fresh();
        database.run("CREATE TABLE rates (n int, text varchar(100))");
    }

    @Override
    protected String place() {
        return "risk";
    }

    @Override
    protected GatewayTestBed open() throws Exception {
        if (DriverSource.ask(database, "SELECT count(*) FROM rates").equals("0")) {
            fill();
        }
        return DriverSource.bed(DriverSource.of(database, folder), folder);
    }

    private void fill() throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO rates VALUES (?, ?)")) {
            connection.setAutoCommit(false);
            for (int n = 0; n < rows(); n++) {
                insert.setInt(1, n);
                insert.setString(2, text(n));
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    @Override
    protected GatewayTestBed breaking(long bytes) throws Exception {
        SlowLine line = new SlowLine(database.port(), bytes, true);
        String url = database.jdbcUrl().replace(":" + database.port() + "/", ":" + line.port() + "/");
        return DriverSource.bed(DriverSource.of(database, url, folder), folder);
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        return new SqlExtract(
                new StepHead.In("rates", 1, file, creation, compression),
                place,
                "SELECT n, text FROM rates ORDER BY n",
                Optional.empty());
    }
}
