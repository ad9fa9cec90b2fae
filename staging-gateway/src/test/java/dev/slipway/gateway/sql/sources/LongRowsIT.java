package dev.slipway.gateway.sql.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.servers.Await;
import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.servers.PostgresDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a result takes no more memory than its longest row, in each way of reading. */
class LongRowsIT {
    @TempDir
    private Path folder;

    @Test
    void rows_of_tens_of_megabytes_are_moved_in_a_heap_of_80() throws Exception {
        PostgresDatabase postgres = PostgresDatabase.fresh();
        MariaDbDatabase other = MariaDbDatabase.fresh();
        GatewayTestBed.run(
                postgres, "CREATE PROCEDURE long_text(OUT a text) LANGUAGE sql AS $$ SELECT repeat('x', 40000000) $$");

        Files.createDirectories(folder.resolve("postgres"));
        Files.createDirectories(folder.resolve("mariadb"));
        Process moving = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx80m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LongRows.class.getName(),
                        postgres.jdbcUrl(),
                        postgres.user(),
                        postgres.password(),
                        other.jdbcUrl(),
                        other.user(),
                        other.password(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String said = Await.output(moving);

        assertThat(moving.waitFor()).as(said).isZero();
        assertThat(Files.size(folder.resolve("postgres/run/rows.csv"))).isEqualTo(4 + 2 * 20_000_003L);
        assertThat(Files.size(folder.resolve("postgres/run/call.csv"))).isEqualTo(2 + 40_000_001L);
        assertThat(Files.size(folder.resolve("postgres/run/bytes.csv"))).isEqualTo(4 + 20_000_005L);
        assertThat(Files.size(folder.resolve("postgres/run/held.csv"))).isEqualTo(2 + 2 * 4_000_001L);
        assertThat(Files.size(folder.resolve("mariadb/run/driver.csv"))).isEqualTo(2 + 6 * 8_000_001L);
    }
}
