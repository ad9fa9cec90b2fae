package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.NetworkContract;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.PostgresDatabase;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.postgresql.PGConnection;

/** Runs the tests of every stage-in for rows of a database. */
class ExtractContractIT extends NetworkContract {
    private static PostgresDatabase database;

    @BeforeAll
    static void make_the_database() {
        database = PostgresDatabase.fresh();
    }

    @Override
    protected String place() {
        return "risk";
    }

    /** Returns false, because the whole answer may be under way when the cancel comes. */
    @Override
    protected boolean isCancelledMidway() {
        return false;
    }

    @Override
    protected GatewayTestBed open() throws Exception {
        GatewayTestBed.run(database, "DROP TABLE IF EXISTS rates", "CREATE TABLE rates (n int, text text)");
        fill();
        return GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
    }

    private void fill() throws SQLException, java.io.IOException {
        try (var connection = database.dataSource().getConnection()) {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(
                            "COPY rates FROM STDIN (FORMAT csv, HEADER)",
                            new ByteArrayInputStream(content().getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    protected GatewayTestBed breaking(long bytes) throws Exception {
        String url = database.jdbcUrl();
        int port = Integer.parseInt(url.replaceFirst(".*//[^/]*:(\\d+)/.*", "$1"));
        SlowLine line = new SlowLine(port, bytes, true);
        Path password = Files.writeString(folder.resolve("password"), database.password());
        DatabaseSource source = new DatabaseSource(
                "risk", url.replace(":" + port + "/", ":" + line.port() + "/"), database.user(), password);
        return GatewayTestBed.on(List.of(source), List.of(), folder, GatewayLimits.STANDARD);
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
