package dev.slipway.gateway.sql.driver.value;

import java.sql.Types;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The types of each make, and how their values are read and bound. Types that are not listed are refused, because their
 * driver may not give values exactly. Tests try the types of MariaDB, SQLite, H2 and DuckDB one by one; the other lists
 * follow the drivers' documentation.
 */
final class DriverTypes {
    private static final Map<Integer, ValueKind> STANDARD = Map.ofEntries(
            Map.entry(Types.TINYINT, ValueKind.INTEGER),
            Map.entry(Types.SMALLINT, ValueKind.INTEGER),
            Map.entry(Types.INTEGER, ValueKind.INTEGER),
            Map.entry(Types.BIGINT, ValueKind.INTEGER),
            Map.entry(Types.DECIMAL, ValueKind.DECIMAL),
            Map.entry(Types.NUMERIC, ValueKind.DECIMAL),
            Map.entry(Types.FLOAT, ValueKind.DOUBLE),
            Map.entry(Types.DOUBLE, ValueKind.DOUBLE),
            Map.entry(Types.REAL, ValueKind.FLOAT),
            Map.entry(Types.BOOLEAN, ValueKind.TRUTH),
            Map.entry(Types.BIT, ValueKind.TRUTH),
            Map.entry(Types.DATE, ValueKind.DATE),
            Map.entry(Types.TIME, ValueKind.TIME),
            Map.entry(Types.TIME_WITH_TIMEZONE, ValueKind.TIME_ZONED),
            Map.entry(Types.TIMESTAMP, ValueKind.DATE_TIME),
            Map.entry(Types.TIMESTAMP_WITH_TIMEZONE, ValueKind.ZONED),
            Map.entry(Types.BINARY, ValueKind.BYTES),
            Map.entry(Types.VARBINARY, ValueKind.BYTES),
            Map.entry(Types.LONGVARBINARY, ValueKind.BYTES),
            Map.entry(Types.BLOB, ValueKind.BYTES),
            Map.entry(Types.CHAR, ValueKind.TEXT),
            Map.entry(Types.NCHAR, ValueKind.TEXT),
            Map.entry(Types.VARCHAR, ValueKind.TEXT),
            Map.entry(Types.NVARCHAR, ValueKind.TEXT),
            Map.entry(Types.ROWID, ValueKind.TEXT),
            Map.entry(Types.SQLXML, ValueKind.TEXT),
            Map.entry(Types.NULL, ValueKind.TEXT),
            Map.entry(Types.LONGVARCHAR, ValueKind.LONG_TEXT),
            Map.entry(Types.LONGNVARCHAR, ValueKind.LONG_TEXT),
            Map.entry(Types.CLOB, ValueKind.LONG_TEXT),
            Map.entry(Types.NCLOB, ValueKind.LONG_TEXT));

    /** The exceptions of MariaDB, which sends all other types as the texts that its CAST writes. */
    private static final Map<String, ValueKind> MARIADB = listed(Map.of(
            ValueKind.MARIADB_BITS,
            "BIT",
            ValueKind.MARIADB_FLOAT,
            "FLOAT",
            ValueKind.DOUBLE,
            "DOUBLE",
            ValueKind.MARIADB_TIME,
            "TIME,DATETIME,TIMESTAMP",
            ValueKind.MARIADB_YEAR,
            "YEAR",
            // TINYINT(1), MariaDB's BOOLEAN, also holds numbers other than 0 and 1.
            ValueKind.TEXT,
            "BOOLEAN,TINYINT,DATE,UUID,NULL,DECIMAL",
            ValueKind.BYTES,
            "GEOMETRY,POINT,LINESTRING,POLYGON,MULTIPOINT,MULTILINESTRING,MULTIPOLYGON,GEOMETRYCOLLECTION"));

    private static final Set<ValueKind> MARIADB_STANDARD =
            EnumSet.of(ValueKind.INTEGER, ValueKind.TEXT, ValueKind.LONG_TEXT, ValueKind.BYTES);

    private static final Map<String, ValueKind> H2 = listed(Map.of(
            ValueKind.TEXT,
                    "CHARACTER,CHARACTER VARYING,VARCHAR_IGNORECASE,NUMERIC,DECFLOAT,DATE,TIME,"
                            + "TIME WITH TIME ZONE,TIMESTAMP,TIMESTAMP WITH TIME ZONE,INTERVAL,ENUM,GEOMETRY,UUID,NULL",
            ValueKind.INTEGER, "TINYINT,SMALLINT,INTEGER,BIGINT",
            ValueKind.LONG_TEXT, "CHARACTER LARGE OBJECT",
            ValueKind.BYTES, "BINARY,BINARY VARYING,BINARY LARGE OBJECT",
            ValueKind.TRUTH, "BOOLEAN",
            ValueKind.FLOAT, "REAL",
            ValueKind.DOUBLE, "DOUBLE PRECISION",
            ValueKind.H2_JSON, "JSON"));

    private static final Map<String, ValueKind> DUCKDB = listed(Map.of(
            ValueKind.TEXT,
                    "VARCHAR,TINYINT,SMALLINT,INTEGER,BIGINT,HUGEINT,UTINYINT,USMALLINT,UINTEGER,UBIGINT,"
                            + "UHUGEINT,BIGNUM,DECIMAL,"
                            + "UUID,ENUM,JSON,INTERVAL,BIT,STRUCT",
            ValueKind.BYTES, "BLOB",
            ValueKind.TRUTH, "BOOLEAN",
            ValueKind.FLOAT, "FLOAT",
            ValueKind.DOUBLE, "DOUBLE",
            ValueKind.DUCKDB_MOMENT,
                    "DATE,TIME,TIME WITH TIME ZONE,TIMESTAMP,TIMESTAMP_S,TIMESTAMP_MS,TIMESTAMP_NS,"
                            + "TIMESTAMP WITH TIME ZONE"));

    /** BINARY_FLOAT, BINARY_DOUBLE and TIMESTAMP WITH TIME ZONE (oracle.jdbc.OracleTypes). */
    private static final Map<Integer, ValueKind> ORACLE =
            Map.of(100, ValueKind.FLOAT, 101, ValueKind.DOUBLE, -101, ValueKind.ZONED);

    /** datetimeoffset, datetime, smalldatetime, money, smallmoney and uniqueidentifier (microsoft.sql.Types). */
    private static final Map<Integer, ValueKind> SQLSERVER = Map.of(
            -155, ValueKind.ZONED,
            -151, ValueKind.DATE_TIME,
            -150, ValueKind.DATE_TIME,
            -148, ValueKind.DECIMAL,
            -146, ValueKind.DECIMAL,
            -145, ValueKind.TEXT);

    /** The most digits of a second in Java's clocks; DB2 has up to twelve. */
    private static final int MOST_DIGITS = 9;

    private DriverTypes() {}

    private static Map<String, ValueKind> listed(Map<ValueKind, String> names) {
        Map<String, ValueKind> kinds = new HashMap<>();
        names.forEach((kind, list) -> Arrays.stream(list.split(",")).forEach(name -> kinds.put(name, kind)));
        return Map.copyOf(kinds);
    }

    /** Maps the standard types as JDBC defines their values. Types of a driver's own are refused. */
    static Optional<ValueKind> standard(ColumnType type) {
        Optional<ValueKind> kind = Optional.ofNullable(STANDARD.get(type.jdbc()));
        return kind.filter(one -> one != ValueKind.DATE_TIME || type.scale() <= MOST_DIGITS);
    }

    static Optional<ValueKind> mariadb(ColumnType type) {
        ValueKind named = MARIADB.get(type.family().replace(" UNSIGNED", ""));
        return named != null
                ? Optional.of(named)
                : standard(type).filter(MARIADB_STANDARD::contains).map(DriverTypes::byServer);
    }

    /** Binds integers as texts. The server converts them itself, and some exceed a long. */
    private static ValueKind byServer(ValueKind kind) {
        return kind == ValueKind.INTEGER ? ValueKind.TEXT : kind;
    }

    /**
     * Maps SQLite's types. SQLite derives text columns from the declared type's name (its manual, "Determination Of
     * Column Affinity").
     */
    static Optional<ValueKind> sqlite(ColumnType type) {
        String name = type.family();
        if (name.contains("INT")) {
            return Optional.of(ValueKind.SQLITE_NUMBER);
        } else if (name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT")) {
            return Optional.of(ValueKind.SQLITE_TEXT);
        }
        return Optional.of(name.isEmpty() || name.contains("BLOB") ? ValueKind.SQLITE_ANY : ValueKind.SQLITE_NUMBER);
    }

    static Optional<ValueKind> h2(ColumnType type) {
        String name = type.family().startsWith("INTERVAL ") ? "INTERVAL" : type.family();
        return type.name().endsWith(" ARRAY") ? Optional.empty() : Optional.ofNullable(H2.get(name));
    }

    /**
     * Maps DuckDB's types. Lists, arrays and structures become the database's text; maps and unions become the driver's
     * text.
     */
    static Optional<ValueKind> duckdb(ColumnType type) {
        return type.name().endsWith("]") ? Optional.of(ValueKind.TEXT) : Optional.ofNullable(DUCKDB.get(type.family()));
    }

    static Optional<ValueKind> oracle(ColumnType type) {
        return Optional.ofNullable(ORACLE.get(type.jdbc())).or(() -> standard(type));
    }

    static Optional<ValueKind> sqlserver(ColumnType type) {
        return Optional.ofNullable(SQLSERVER.get(type.jdbc())).or(() -> standard(type));
    }

    /** Maps DB2's types. A TIME of DB2 can be 24:00:00, which the driver gives as 00:00:00, so TIME is refused. */
    static Optional<ValueKind> db2(ColumnType type) {
        return type.jdbc() == Types.TIME ? Optional.empty() : standard(type);
    }
}
