package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.sql.sources.TypedDatabase.Type.of;

import dev.slipway.gateway.GatewayTestBed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.sqlite.JDBC;

/** SQLite's types of values, in columns of each affinity and with customary names of types. */
record SqliteTypes(String url, GatewayTestBed bed) implements TypedDatabase {
    static SqliteTypes in(Path folder) {
        String url = "jdbc:sqlite:" + folder.resolve("ledger.db");
        return new SqliteTypes(url, TypedDatabase.bed(JDBC.class, url, "", folder));
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    public Set<String> listed() throws SQLException {
        return told();
    }

    /** Returns only the type of NULL, because NULL is tried with each type. */
    @Override
    public Set<String> withoutValues() {
        return Set.of("NULL");
    }

    @Override
    public String written(Type type) {
        return switch (type.notation()) {
            case BYTES -> "CASE WHEN v IS NOT NULL THEN hex(v) END";
            default -> "CAST(v AS TEXT)";
        };
    }

    @Override
    public String number() {
        return "CAST(v AS REAL)";
    }

    @Override
    public List<Type> types() {
        return List.of(
                of("INTEGER", Notation.CAST, "9223372036854775807", "-9223372036854775808", "0", "'abc'", "'007x'"),
                of("INTEGER", Notation.CAST, "1", "0").as("BOOLEAN"),
                of("REAL", Notation.DOUBLE, "16777217", "1e39", "9e999", "-9e999", "5e-324", "0.1", "2e23"),
                of("REAL", Notation.DOUBLE, "0.5", "1e300").as("NUMERIC"),
                of(
                        "TEXT",
                        Notation.CAST,
                        "'a, \"b\"'",
                        "''",
                        "'\u00e9 \ud83d\udcc8'",
                        "'1.50'",
                        "'Infinity'",
                        "'\\x00'"),
                of("TEXT", Notation.CAST, "'007'", "'1e5'").as("VARCHAR(20)"),
                of("TEXT", Notation.CAST, "'2026-02-28'", "'0000-00-00'", "20260228")
                        .as("DATE"),
                of("TEXT", Notation.CAST, "'2026-02-28 23:59:59.250'", "1767322999")
                        .as("DATETIME"),
                of("TEXT", Notation.CAST, "'x'", "2", "'text'").as(""),
                of("TEXT", Notation.CAST, "'007'", "'1e5'", "'1.50'", "'+5'", "'.5'", "'NaN'", "'5'")
                        .as(""),
                of("TEXT", Notation.CAST, "'12345678901234567890'", "'9223372036854775808'", "'0.10000000000000000001'")
                        .as(""),
                of("TEXT", Notation.CAST, "'007'", "'1.50'").as("BLOB"),
                of("TEXT", Notation.CAST, "'.5x'", "'5 x'", "'1e5x'").as("NUMERIC"),
                of("REAL", Notation.DOUBLE, "-0.0", "0.1", "1e5", "1e20", "2e23", "9e999")
                        .as(""),
                of("BLOB", Notation.BYTES, "x'00ff'", "x''", "x'5c7830'"),
                of("BLOB", Notation.BYTES, "x'00ff'").as(""),
                of("BLOB", Notation.REFUSED, "x'00'", "'text'").as("BLOB"),
                of("BLOB", Notation.REFUSED, "x'00'").as("TEXT"),
                of("TEXT", Notation.REFUSED, "CAST(x'61ff62' AS TEXT)"));
    }

    @Override
    public void close() {
        bed.close();
    }
}
