package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.sql.sources.TypedDatabase.Type.of;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.servers.MariaDbDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.mariadb.jdbc.Driver;

/** All types of MariaDB, on a server that takes dates with zeros. */
record MariaDbTypes(MariaDbDatabase database, String url, GatewayTestBed bed) implements TypedDatabase {
    /** Uses the mode that accepts as much as possible and reports no changes. */
    static MariaDbTypes lenient(Path folder) {
        return in(folder, "?sessionVariables=sql_mode=''");
    }

    /** Starts a server in the default mode, which refuses a number that is out of range. */
    static MariaDbTypes in(Path folder) {
        return in(folder, "?sessionVariables=sql_mode=default");
    }

    private static MariaDbTypes in(Path folder, String mode) {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        String url = database.jdbcUrl() + mode;
        return new MariaDbTypes(database, url, TypedDatabase.bed(Driver.class, url, database.user(), folder));
    }

    /** Gets answers as numbers, so that a FLOAT has all its digits. */
    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url + "&useServerPrepStmts=true", database.user(), database.password());
    }

    @Override
    public Set<String> listed() throws SQLException {
        Set<String> names = new TreeSet<>(told());
        names.addAll(ask("SELECT upper(plugin_name) FROM information_schema.plugins WHERE plugin_type = 'DATA TYPE'"));
        return names;
    }

    @Override
    public Set<String> withoutValues() {
        return Set.of();
    }

    @Override
    public String written(Type type) {
        if (type.name().equals("BIT")) {
            return "CAST(v + 0 AS CHAR)";
        }
        return type.notation() == Notation.BYTES ? "hex(v)" : "CAST(v AS CHAR)";
    }

    @Override
    public String number() {
        return "CAST(v AS DOUBLE)";
    }

    @Override
    public List<Type> types() {
        return Stream.of(wholeNumbers(), otherNumbers(), texts(), bytes(), moments(), others())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Type> wholeNumbers() {
        return List.of(
                of("BIT", Notation.CAST, "b'0'", "b'1'").as("BIT(1)"),
                of("BIT", Notation.CAST, "18446744073709551615", "9223372036854775808", "1")
                        .as("BIT(64)"),
                of("TINYINT", Notation.CAST, "-128", "127"),
                of("TINYINT UNSIGNED", Notation.CAST, "255"),
                of("BOOLEAN", Notation.CAST, "true", "9"),
                of("BOOL", Notation.CAST, "true", "false", "5", "-1"),
                of("SMALLINT", Notation.CAST, "-32768", "32767"),
                of("SMALLINT UNSIGNED", Notation.CAST, "65535"),
                of("MEDIUMINT", Notation.CAST, "-8388608"),
                of("MEDIUMINT UNSIGNED", Notation.CAST, "16777215"),
                of("INT", Notation.CAST, "-2147483648"),
                of("INT UNSIGNED", Notation.CAST, "4294967295"),
                of("INTEGER", Notation.CAST, "2147483647"),
                of("INTEGER UNSIGNED", Notation.CAST, "42").as("INTEGER(6) ZEROFILL"),
                of("BIGINT", Notation.CAST, "-9223372036854775808", "9223372036854775807"),
                of("BIGINT UNSIGNED", Notation.CAST, "18446744073709551615"));
    }

    private static List<Type> otherNumbers() {
        return List.of(
                of("DECIMAL", Notation.CAST, "-99999999999999999999999999999999999.123456789012345678901234567890", "0")
                        .as("DECIMAL(65, 30)"),
                of("NUMERIC", Notation.CAST, "1.50").as("NUMERIC(10, 3)"),
                of("FLOAT", Notation.FLOAT, "16777217", "0.1", "1e-45", "3.4028234663852886e38", "-0e0", "8388609"),
                of("DOUBLE", Notation.DOUBLE, "0.1", "2e23", "5e-324", "1.7976931348623157e308"),
                of("DOUBLE PRECISION", Notation.DOUBLE, "0.1"),
                of("REAL", Notation.DOUBLE, "0.1", "16777217"));
    }

    private static List<Type> texts() {
        return List.of(
                of("CHAR", Notation.CAST, "'ab'", "''").as("CHAR(5)"),
                of("VARCHAR", Notation.CAST, "'a, \"b\"'", "''", "'\u00e9 \ud83d\udcc8'", "'\\\\x00'")
                        .as("VARCHAR(50)"),
                of("VARCHAR", Notation.CAST, "'\u00e9'").as("VARCHAR(9) CHARACTER SET latin1"),
                of("TINYTEXT", Notation.CAST, "'t'", "''"),
                of("TEXT", Notation.CAST, "'t'"),
                of("MEDIUMTEXT", Notation.CAST, "'t'"),
                of("LONGTEXT", Notation.CAST, "repeat('x', 100000)"),
                of("LONG VARCHAR", Notation.CAST, "'t'"));
    }

    private static List<Type> bytes() {
        return List.of(
                of("BINARY", Notation.BYTES, "x'00ff'").as("BINARY(4)"),
                of("VARBINARY", Notation.BYTES, "x'00ff'", "''").as("VARBINARY(4)"),
                of("TINYBLOB", Notation.BYTES, "x'00ff'"),
                of("BLOB", Notation.BYTES, "x'00ff'", "''", "'text'"),
                of("MEDIUMBLOB", Notation.BYTES, "x'00ff'"),
                of("LONGBLOB", Notation.BYTES, "x'00ff'"),
                of("LONG VARBINARY", Notation.BYTES, "x'00ff'"),
                of("GEOMETRY", Notation.BYTES, "POINT(1, 2.5)"));
    }

    private static List<Type> moments() {
        return List.of(
                of(
                        "DATE",
                        Notation.CAST,
                        "'2026-02-28'",
                        "'0000-00-00'",
                        "'2026-00-00'",
                        "'9999-12-31'",
                        "'0000-01-01'"),
                of(
                                "TIME",
                                Notation.SECONDS,
                                "'102:00:00.5'",
                                "'-00:00:01'",
                                "'-838:59:59.999999'",
                                "'838:59:59'",
                                "'00:00:00'")
                        .as("TIME(6)"),
                of(
                                "DATETIME",
                                Notation.SECONDS,
                                "'0000-00-00 00:00:00'",
                                "'2026-00-00 01:02:03.1'",
                                "'9999-12-31 23:59:59.999999'")
                        .as("DATETIME(6)"),
                of(
                                "TIMESTAMP",
                                Notation.SECONDS,
                                "'0000-00-00 00:00:00'",
                                "'1970-01-02 00:00:01'",
                                "'2038-01-18 03:14:07.25'")
                        .as("TIMESTAMP(6) NULL"),
                of("YEAR", Notation.CAST, "'0000'", "1901", "2155"));
    }

    private static List<Type> others() {
        return List.of(
                of("ENUM", Notation.CAST, "'a'", "'b, c'").as("ENUM('a', 'b, c')"),
                of("SET", Notation.CAST, "'a,b'", "''").as("SET('a', 'b')"),
                of("JSON", Notation.CAST, "'{\"a\": [1, 2.50]}'"),
                of("UUID", Notation.CAST, "'123e4567-e89b-12d3-a456-426655440000'"),
                of("INET4", Notation.CAST, "'1.2.3.4'"),
                of("INET6", Notation.CAST, "'::1'"));
    }

    @Override
    public void close() {
        bed.close();
    }
}
