package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.servers.PostgresDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an extract with parameters gives the same bytes as COPY for all kinds of values. */
class CopyEqualityIT {
    private static PostgresDatabase database;
    private static GatewayTestBed bed;

    @BeforeContainer
    @org.junit.jupiter.api.BeforeAll
    static void open() throws Exception {
        database = PostgresDatabase.fresh();
        Path folder = Files.createTempDirectory("slipway-copy");
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
        bed.write("one.csv", "one\n1\n");
        GatewayTestBed.run(database, "CREATE TABLE odd(id serial, a text, b text)");
    }

    @AfterContainer
    @org.junit.jupiter.api.AfterAll
    static void close() throws Exception {
        bed.close();
        try (var paths = Files.walk(bed.runFolder.getParent())) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void sameBytes(String columns, String from) throws Exception {
        bed.move(extract("SELECT " + columns + " " + from, "copied.csv"));
        bed.move(extract("SELECT " + columns + " " + from + " AND 1 = ?", "bound.csv", rows("one.csv")));

        assertThat(bed.runFolder.resolve("bound.csv")).hasSameBinaryContentAs(bed.runFolder.resolve("copied.csv"));
    }

    @Provide
    Arbitrary<List<String>> texts() {
        return Arbitraries.strings()
                .withChars("ab ,\"\n\r\\.\t;'é")
                .ofMaxLength(5)
                .edgeCases(edges -> edges.add("\\.", "", "\"", "NULL", "\\N"))
                .injectNull(0.2)
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void texts_are_quoted_alike(@ForAll("texts") List<String> texts) throws Exception {
        fill(texts);

        sameBytes("a", "FROM (SELECT a FROM odd ORDER BY id) x WHERE true");
        sameBytes("a, b", "FROM (SELECT a, b FROM odd ORDER BY id) x WHERE true");
    }

    private static void fill(List<String> texts) throws Exception {
        GatewayTestBed.run(database, "TRUNCATE odd");
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO odd(a, b) VALUES (?, ?)")) {
            for (String text : texts) {
                insert.setString(1, text);
                insert.setString(2, text == null ? "" : null);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.1::float8, 1e-7::float8, 1e300::float8, 'NaN'::float8, '-Infinity'::float8, -0.0::float8,"
                        + " 0.1::float4",
                "1.50::numeric(10,4), 1e30::numeric, 'NaN'::numeric, 0.000000001::numeric, '$1,234.50'::money",
                "timestamp '2026-03-02 09:30:00', timestamptz '2026-03-02 09:30:00.125+01', 'infinity'::timestamp",
                "date '2026-03-02', date '0044-03-15 BC', time '09:30', timetz '09:30+02',"
                        + " interval '1 mon -2 days 3:04'",
                "true, false, NULL::bool, 'x'::char(4), '\\xdeadbeef'::bytea, B'101', 'a'::\"char\"",
                "ARRAY['a,b', NULL, '\"'], '{\"a\": 1.0}'::json, '{\"a\": 1.0}'::jsonb, ROW(1, 'x,y'), int4range(1, 5)",
                "9223372036854775807::int8, (-32768)::int2, '10.0.0.1/8'::inet, point(1.5, 2), '<a/>'::xml",
                "1 AS \"a,b\", 2 AS \"say \"\"x\"\"\", 3 AS \"\\.\"",
                "'\\.' AS only",
                "NULL AS only",
                "gen_random_uuid() IS NULL, current_date, 'a'::name, 1::oid, 'pg_class'::regclass"
            })
    void types_are_formatted_alike(String columns) throws Exception {
        sameBytes(columns, "FROM generate_series(1, 2) WHERE true");
    }
}
