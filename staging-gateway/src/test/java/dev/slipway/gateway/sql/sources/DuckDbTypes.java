package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.sql.sources.TypedDatabase.Type.of;

import dev.slipway.gateway.GatewayTestBed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;

/** All types of DuckDB. */
record DuckDbTypes(String url, GatewayTestBed bed) implements TypedDatabase {
    static DuckDbTypes in(Path folder) {
        String url = "jdbc:duckdb:" + folder.resolve("ledger.duckdb");
        return new DuckDbTypes(url, TypedDatabase.bed(DuckDBDriver.class, url, "", folder));
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
        }
        return connection;
    }

    @Override
    public Set<String> listed() throws SQLException {
        return ask("SELECT DISTINCT logical_type FROM duckdb_types()");
    }

    /** Returns the type of a lone NULL, which an answer has as an INTEGER, and a type that no table takes yet. */
    @Override
    public Set<String> withoutValues() {
        return Set.of("NULL", "VARIANT");
    }

    @Override
    public String written(Type type) {
        return switch (type.notation()) {
            case BYTES -> "hex(v)";
            case TRUTH -> "CASE v WHEN TRUE THEN 't' WHEN FALSE THEN 'f' END";
            default -> "CAST(v AS VARCHAR)";
        };
    }

    @Override
    public List<Type> types() {
        return Stream.of(numbers(), textsAndBytes(), moments(), others())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Type> numbers() {
        return List.of(
                of("TINYINT", Notation.CAST, "-128", "127"),
                of("SMALLINT", Notation.CAST, "-32768", "32767"),
                of("INTEGER", Notation.CAST, "-2147483648", "2147483647"),
                of("BIGINT", Notation.CAST, "-9223372036854775808", "9223372036854775807"),
                of(
                        "HUGEINT",
                        Notation.CAST,
                        "'-170141183460469231731687303715884105728'",
                        "'170141183460469231731687303715884105727'"),
                of("UTINYINT", Notation.CAST, "0", "255"),
                of("USMALLINT", Notation.CAST, "65535"),
                of("UINTEGER", Notation.CAST, "4294967295"),
                of("UBIGINT", Notation.CAST, "18446744073709551615"),
                of("UHUGEINT", Notation.CAST, "'340282366920938463463374607431768211455'"),
                of("BIGNUM", Notation.CAST, "'-123456789012345678901234567890123456789012345678901234567890'", "'0'"),
                of("DECIMAL", Notation.CAST, "'-99999999999999999999999999999999.999999'", "0.5")
                        .as("DECIMAL(38, 6)"),
                of("FLOAT", Notation.FLOAT, "16777217", "0.1", "'nan'", "'-inf'", "1.4e-45", "3.4028235e38"),
                of("DOUBLE", Notation.DOUBLE, "0.1", "2e23", "5e-324", "1.7976931348623157e308", "'nan'", "'inf'"));
    }

    private static List<Type> textsAndBytes() {
        return List.of(
                of("BOOLEAN", Notation.TRUTH, "TRUE", "FALSE"),
                of("VARCHAR", Notation.CAST, "'a, \"b\"'", "''", "'\u00e9 \ud83d\udcc8'", "'\\x00'"),
                of("BLOB", Notation.BYTES, "'\\x00\\xFF'::BLOB", "''::BLOB"),
                of("BIT", Notation.CAST, "'10110'", "'0'"));
    }

    private static List<Type> moments() {
        return List.of(
                of(
                        "DATE",
                        Notation.CAST,
                        "'2026-02-28'",
                        "'0044-03-15 (BC)'",
                        "'infinity'",
                        "'-infinity'",
                        "'5881580-07-10'",
                        "'10000-01-01'"),
                of("TIME", Notation.CAST, "'23:59:59.123456'", "'00:00:00'"),
                of("TIME WITH TIME ZONE", Notation.CAST, "'10:00:00.5+02:30'", "'00:00:00-15:59:59'", "'10:00:00+00'"),
                of(
                        "TIMESTAMP",
                        Notation.CAST,
                        "'2026-02-28 23:59:59.25'",
                        "'infinity'",
                        "'-infinity'",
                        "'0044-03-15 (BC) 01:02:03'",
                        "'294247-01-10 04:00:54.775806'"),
                of("TIMESTAMP_S", Notation.CAST, "'2026-02-28 23:59:59'"),
                of("TIMESTAMP_MS", Notation.CAST, "'2026-03-29 02:30:00.5'", "'infinity'", "'-infinity'"),
                of("TIMESTAMP_NS", Notation.CAST, "'2026-02-28 23:59:59.123456789'", "'infinity'", "'-infinity'"),
                of(
                        "TIMESTAMP WITH TIME ZONE",
                        Notation.CAST,
                        "'2026-02-28 23:59:59.25+02'",
                        "'infinity'",
                        "'-infinity'",
                        "'0044-03-15 (BC) 01:02:03+00'"));
    }

    private static List<Type> others() {
        return List.of(
                of(
                        "INTERVAL",
                        Notation.CAST,
                        "'1 year 2 days 03:04:05.6'",
                        "'-1 month'",
                        "'102:00:00'",
                        "'-00:00:01'",
                        "'0 seconds'"),
                of("ENUM", Notation.CAST, "'a'", "'b, c'").as("ENUM('a', 'b, c')"),
                of("UUID", Notation.CAST, "'123e4567-e89b-12d3-a456-426655440000'"),
                of("JSON", Notation.CAST, "'{\"a\": [1, 2.50]}'", "'null'"),
                of("LIST", Notation.CAST, "[]", "[[1.5, NULL], NULL, ['nan'::DOUBLE]]")
                        .as("DOUBLE[][]"),
                of("LIST", Notation.CAST, "['infinity', '2026-02-28 23:59:59.5']")
                        .as("TIMESTAMP[]"),
                of("LIST", Notation.CAST, "['a, b', '', 'null', NULL, 'it''s']").as("VARCHAR[]"),
                of("LIST", Notation.CAST, "[MAP {'k': TIMESTAMP 'infinity'}]").as("MAP(VARCHAR, TIMESTAMP)[]"),
                of("ARRAY", Notation.CAST, "[1, NULL, 3]").as("INTEGER[3]"),
                of("STRUCT", Notation.CAST, "{'a': 1, 'b c': 'x, y'}", "{'a': NULL, 'b c': ''}")
                        .as("STRUCT(a INTEGER, \"b c\" VARCHAR)"),
                of("MAP", Notation.REFUSED, "MAP {'k': 1}").as("MAP(VARCHAR, INTEGER)"),
                of("UNION", Notation.REFUSED, "union_value(n := 1)").as("UNION(n INTEGER)"),
                of("TIME_NS", Notation.REFUSED, "'23:59:59.123456789'"));
    }

    @Override
    public void close() {
        bed.close();
    }
}
