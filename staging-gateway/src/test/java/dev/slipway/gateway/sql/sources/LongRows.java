package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.sql.driver.DriverSource;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.DataContract.Type;
import dev.slipway.servers.PostgresDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Moves rows of tens of megabytes, in each way that holds whole rows, in the small heap of a separate JVM: see
 * {@link LongRowsIT}.
 */
final class LongRows {
    private static final String ROW_BY_ROW = " /* slipway_ */";

    private LongRows() {}

    /** @param args url, user and password of a PostgreSQL, the same of a MariaDB, and a folder */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[6]);
        PostgresDatabase postgres = new PostgresDatabase(args[0], args[1], args[2]);
        try (GatewayTestBed bed = GatewayTestBed.on(postgres, folder.resolve("postgres"), GatewayLimits.STANDARD)) {
            bed.write("p.csv", "n\n1\n");
            bed.move(extract(
                    "SELECT ?::int AS n, repeat('é', 10000000) AS a FROM generate_series(1, 2)" + ROW_BY_ROW,
                    "rows.csv",
                    rows("p.csv")));
            bed.move(extract("CALL long_text(NULL)", "call.csv"));
            bed.move(extract(
                    "SELECT ?::int AS n, decode(repeat('ff', 10000000), 'hex') AS a" + ROW_BY_ROW,
                    "bytes.csv",
                    rows("p.csv")));
            bed.moveUnder(
                    new DataContract(
                            List.of(new Column("a", Type.TEXT, false)),
                            Optional.empty(),
                            Optional.of(5L),
                            Optional.empty(),
                            Optional.empty()),
                    Instant.EPOCH,
                    extract("SELECT repeat('é', 2000000) AS a FROM generate_series(1, 2)", "held.csv"));
        }
        try (GatewayTestBed bed = GatewayTestBed.on(
                List.of(DriverSource.of(args[3], args[4], args[5], folder)),
                List.of(),
                folder.resolve("mariadb"),
                GatewayLimits.STANDARD)) {
            bed.move(extract("SELECT repeat('x', 8000000) AS a FROM seq_1_to_6", "driver.csv"));
        }
    }
}
