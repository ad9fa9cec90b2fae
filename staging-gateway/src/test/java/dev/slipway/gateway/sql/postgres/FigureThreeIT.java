package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepReport;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the report's figure 3 on tables of the same shape, with DB2's DECIMAL written as CAST. Both {@code ?} take
 * values from a compressed file of an earlier step.
 */
class FigureThreeIT {
    private static final String YEARS = """
            (CAST(SUBSTR(A.BAS_YMD,1,4) AS DECIMAL) - CAST(SUBSTR(B.DEALBASDAY,1,4) AS DECIMAL)) - 0.0 +
            (CAST(SUBSTR(A.BAS_YMD,5,2) AS DECIMAL) - CAST(SUBSTR(B.DEALBASDAY,5,2) AS DECIMAL)) / 12.0 +
            (CAST(SUBSTR(A.BAS_YMD,7,2) AS DECIMAL) - CAST(SUBSTR(B.DEALBASDAY,7,2) AS DECIMAL)) / 365.0
            """;
    private static final String STATEMENT = "SELECT DISTINCT A.INOFC_CD, (" + YEARS
            + "), CASE '02' WHEN ? THEN A.REDEMPTION_RATE ELSE A.REDEMPTION_RATE + A.INTEREST_RATE END"
            + " FROM GRID.R02X A, GRID.R10B B WHERE (A.INOFC_CD = ?) AND (" + YEARS + ") > 0.0";

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"in one pass", "row by row"})
    void writes_the_golden_csv(String way) throws Exception {
        try (GatewayTestBed bed = GatewayTestBed.on(tables(), folder, GatewayLimits.STANDARD)) {
            bed.move(extract("SELECT KIND, INOFC_CD FROM GRID.OFFICES ORDER BY INOFC_CD", "DATA041_01.gz"));
            String statement = way.equals("row by row") ? STATEMENT + " /* slipway_ */" : STATEMENT;

            StepReport report = bed.move(extract(statement, "DATA041.gz", rows("DATA041_01.gz")));

            // 0.75 years and a day of 365 from 1 June 2025 to 2 March 2026; the deal of 2027 lies ahead.
            assertThat(text(bed.runFolder.resolve("DATA041.gz"))).isEqualTo("""
                            inofc_cd,?column?,case
                            A1,0.75273972602739726027,0.0500
                            B2,0.75273972602739726027,0.0900
                            """);
            assertThat(report.rows()).isEqualTo(2);
        }
    }

    private static PostgresDatabase tables() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        GatewayTestBed.run(
                database,
                "CREATE SCHEMA GRID",
                "CREATE TABLE GRID.OFFICES(KIND varchar(2), INOFC_CD varchar(4))",
                "CREATE TABLE GRID.R02X(INOFC_CD varchar(4), BAS_YMD char(8), REDEMPTION_RATE decimal(8,4),"
                        + " INTEREST_RATE decimal(8,4))",
                "CREATE TABLE GRID.R10B(DEALBASDAY char(8))",
                "INSERT INTO GRID.OFFICES VALUES ('02', 'A1'), ('01', 'B2'), ('02', 'C3')",
                "INSERT INTO GRID.R02X VALUES ('A1', '20260302', 0.05, 0.01), ('B2', '20260302', 0.07, 0.02)",
                "INSERT INTO GRID.R10B VALUES ('20250601'), ('20250601'), ('20270302')");
        return database;
    }

    private static String text(Path blocks) throws Exception {
        try (InputStream in = ContentForm.decoded(Files.newInputStream(blocks))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
