package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.sql.sources.TypedDatabase.Type.of;

import dev.slipway.gateway.GatewayTestBed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.h2.Driver;

/** All types of H2. */
record H2Types(String url, GatewayTestBed bed) implements TypedDatabase {
    static H2Types in(Path folder) {
        String url = "jdbc:h2:" + folder.resolve("ledger");
        return new H2Types(url, TypedDatabase.bed(Driver.class, url, "sa", folder));
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, "sa", "correct horse");
    }

    @Override
    public Set<String> listed() throws SQLException {
        return told();
    }

    @Override
    public Set<String> withoutValues() {
        return Set.of();
    }

    @Override
    public String written(Type type) {
        return switch (type.notation()) {
            case BYTES -> "RAWTOHEX(CAST(v AS VARBINARY))";
            case TRUTH -> "CASE v WHEN TRUE THEN 't' WHEN FALSE THEN 'f' END";
            default -> "CAST(v AS VARCHAR)";
        };
    }

    @Override
    public List<Type> types() {
        return Stream.of(numbers(), textsAndBytes(), moments(), intervals(), others())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Type> numbers() {
        return List.of(
                of("TINYINT", Notation.CAST, "-128", "127"),
                of("SMALLINT", Notation.CAST, "-32768", "32767"),
                of("INTEGER", Notation.CAST, "-2147483648", "2147483647"),
                of("BIGINT", Notation.CAST, "-9223372036854775808", "9223372036854775807"),
                of("NUMERIC", Notation.CAST, "1e-30", "-99999999999999999999.5", "0")
                        .as("NUMERIC(100, 40)"),
                of("DECFLOAT", Notation.CAST, "'1E400'", "'-1E-400'", "'NaN'", "'-Infinity'", "'1.50'", "'1E+3'"),
                of(
                        "REAL",
                        Notation.FLOAT,
                        "16777216",
                        "0.1",
                        "'NaN'",
                        "'-Infinity'",
                        "1.4E-45",
                        "3.4028235E38",
                        "-0.0"),
                of("DOUBLE PRECISION", Notation.DOUBLE, "0.1", "2E23", "4.9E-324", "1.7976931348623157E308", "'NaN'")
                        .as("DOUBLE PRECISION"));
    }

    private static List<Type> textsAndBytes() {
        return List.of(
                of("BOOLEAN", Notation.TRUTH, "TRUE", "FALSE"),
                of("CHARACTER", Notation.CAST, "'ab'", "''").as("CHARACTER(5)"),
                of("CHARACTER VARYING", Notation.CAST, "'a, \"b\"'", "''", "U&'\\+01f4c8 \\00e9'", "'\\x00'"),
                of("VARCHAR_IGNORECASE", Notation.CAST, "'Ab'"),
                of("CHARACTER LARGE OBJECT", Notation.CAST, "'Ab'", "''", "REPEAT('x', 100000)"),
                of("BINARY", Notation.BYTES, "X'00ff01'").as("BINARY(3)"),
                of("BINARY VARYING", Notation.BYTES, "X'00ff'", "X''"),
                of("BINARY LARGE OBJECT", Notation.BYTES, "X'00ff'", "X''"));
    }

    private static List<Type> moments() {
        return List.of(
                of("DATE", Notation.CAST, "'2026-02-28'", "'-0044-03-15'", "'1000000000-12-31'", "'0000-01-01'"),
                of("TIME", Notation.CAST, "'23:59:59.123456789'", "'00:00:00'").as("TIME(9)"),
                of("TIME WITH TIME ZONE", Notation.CAST, "'10:00:00.5+02:30'", "'00:00:00+18'", "'00:00:00-00:00:01'")
                        .as("TIME(9) WITH TIME ZONE"),
                of(
                                "TIMESTAMP",
                                Notation.CAST,
                                "'2026-02-28 23:59:59.25'",
                                "'-0044-03-15 01:02:03'",
                                "'1000000000-12-31 00:00:00'")
                        .as("TIMESTAMP(9)"),
                of(
                                "TIMESTAMP WITH TIME ZONE",
                                Notation.CAST,
                                "'2026-02-28 23:59:59.25+02'",
                                "'-1000000000-01-02 03:04:05+02:30:15'")
                        .as("TIMESTAMP(9) WITH TIME ZONE"));
    }

    private static List<Type> intervals() {
        return List.of(
                of("INTERVAL YEAR", Notation.CAST, "INTERVAL '-99' YEAR"),
                of("INTERVAL MONTH", Notation.CAST, "INTERVAL '13' MONTH"),
                of("INTERVAL DAY", Notation.CAST, "INTERVAL '7' DAY"),
                of("INTERVAL HOUR", Notation.CAST, "INTERVAL '25' HOUR"),
                of("INTERVAL MINUTE", Notation.CAST, "INTERVAL '61' MINUTE"),
                of("INTERVAL SECOND", Notation.CAST, "INTERVAL '-4.500000001' SECOND")
                        .as("INTERVAL SECOND(2, 9)"),
                of("INTERVAL YEAR TO MONTH", Notation.CAST, "INTERVAL '-1-2' YEAR TO MONTH"),
                of("INTERVAL DAY TO HOUR", Notation.CAST, "INTERVAL '1 02' DAY TO HOUR"),
                of("INTERVAL DAY TO MINUTE", Notation.CAST, "INTERVAL '1 02:03' DAY TO MINUTE"),
                of("INTERVAL DAY TO SECOND", Notation.CAST, "INTERVAL '1 02:03:04.5' DAY TO SECOND"),
                of("INTERVAL HOUR TO MINUTE", Notation.CAST, "INTERVAL '99:03' HOUR TO MINUTE"),
                of("INTERVAL HOUR TO SECOND", Notation.CAST, "INTERVAL '99:03:04' HOUR TO SECOND"),
                of("INTERVAL MINUTE TO SECOND", Notation.CAST, "INTERVAL '-99:04.5' MINUTE TO SECOND"));
    }

    private static List<Type> others() {
        return List.of(
                of("ENUM", Notation.CAST, "'a'", "'b, c'").as("ENUM('a', 'b, c')"),
                of("GEOMETRY", Notation.CAST, "'POINT(1 2)'", "'SRID=4326;POINT Z(1 2.5 3)'"),
                of("JSON", Notation.CAST, "JSON '{\"a\": [1, 2.50]}'", "JSON 'null'", "JSON '\"text\"'"),
                of("UUID", Notation.CAST, "'123e4567-e89b-12d3-a456-426655440000'"),
                of("JAVA_OBJECT", Notation.REFUSED, "X'ac'"),
                of("ARRAY", Notation.REFUSED, "ARRAY[1, NULL]").as("INTEGER ARRAY"),
                of("ROW", Notation.REFUSED, "ROW(1, 'x')").as("ROW(a INTEGER, b VARCHAR)"));
    }

    @Override
    public void close() {
        bed.close();
    }
}
