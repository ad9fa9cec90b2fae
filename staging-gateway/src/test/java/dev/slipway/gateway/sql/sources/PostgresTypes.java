package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.sql.sources.TypedDatabase.Type.of;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All types of PostgreSQL, for a role with settings that would change the texts of some types. */
record PostgresTypes(PostgresDatabase database, GatewayTestBed bed) implements TypedDatabase {
    static PostgresTypes in(Path folder) {
        PostgresDatabase database = PostgresDatabase.fresh();
        String name = database.jdbcUrl().substring(database.jdbcUrl().lastIndexOf('/') + 1);
        try {
            for (String setting : List.of(
                    "IntervalStyle = 'iso_8601'",
                    "extra_float_digits = 0",
                    "bytea_output = 'escape'",
                    "TimeZone = 'Asia/Kolkata'",
                    "DateStyle = 'German'")) {
                GatewayTestBed.run(
                        database, "ALTER ROLE " + database.user() + " IN DATABASE " + name + " SET " + setting);
            }
            GatewayTestBed.run(
                    database, "CREATE TYPE mood AS ENUM ('sad', 'b, c')", "CREATE DOMAIN share AS numeric(5, 4)");
            return new PostgresTypes(database, GatewayTestBed.on(database, folder, GatewayLimits.STANDARD));
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("cannot set PostgreSQL up", e);
        }
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = database.dataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex';"
                    + " SET TimeZone = 'UTC'; SET DateStyle = 'ISO, MDY'");
        }
        return connection;
    }

    @Override
    public Set<String> listed() throws SQLException {
        return ask("SELECT typname FROM pg_type WHERE typtype IN ('b', 'r', 'm') AND typcategory <> 'A'"
                + " AND typnamespace = 'pg_catalog'::regnamespace");
    }

    /** Returns types with values that only the server makes. */
    @Override
    public Set<String> withoutValues() {
        return Set.of(
                "gtsvector",
                "pg_brin_bloom_summary",
                "pg_brin_minmax_multi_summary",
                "pg_dependencies",
                "pg_mcv_list",
                "pg_ndistinct",
                "pg_node_tree");
    }

    /**
     * Returns a call of the type's own output function. CAST would cut the blanks of a {@code char(n)} off and write
     * {@code true}.
     */
    @Override
    public String written(Type type) {
        return type.notation() == Notation.BYTES
                ? "encode(v, 'hex')"
                : "CASE WHEN v IS NOT DISTINCT FROM NULL THEN NULL ELSE format('%s', v) END";
    }

    @Override
    public List<Type> types() {
        return Stream.of(
                        plain(),
                        numbersAndMoments(),
                        others(),
                        figures(),
                        numbersOfTheServer(),
                        names(),
                        ranges(),
                        made())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Type> plain() {
        return List.of(
                of("bool", Notation.CAST, "true", "false"),
                of("bytea", Notation.BYTES, "'\\x00ff'", "''"),
                of("char", Notation.CAST, "'a'").as("\"char\""),
                of("name", Notation.CAST, "'a'"),
                of("int2", Notation.CAST, "-32768"),
                of("int4", Notation.CAST, "-2147483648"),
                of("int8", Notation.CAST, "9223372036854775807"),
                of("int2vector", Notation.CAST, "'1 2'"),
                of("oidvector", Notation.CAST, "'1 2'"),
                of("text", Notation.CAST, "'a, \"b\"'", "''", "'\u00e9 \ud83d\udcc8'", "E'\\\\x00'"),
                of("varchar", Notation.CAST, "'a'").as("varchar(5)"),
                of("bpchar", Notation.CAST, "'ab'").as("char(5)"));
    }

    private static List<Type> numbersAndMoments() {
        return List.of(
                of("float4", Notation.CAST, "16777217", "0.1", "'NaN'", "'-Infinity'", "1.4e-45"),
                of(
                        "float8",
                        Notation.CAST,
                        "0.1::float8 + 0.2::float8",
                        "2e23",
                        "5e-324",
                        "'NaN'",
                        "'Infinity'",
                        "-0.0::float8"),
                of("numeric", Notation.CAST, "1e-30", "'NaN'", "'-Infinity'", "99999999999999999999999999.50"),
                of("money", Notation.CAST, "'-1234.50'"),
                of("date", Notation.CAST, "'2026-02-28'", "'0044-03-15 BC'", "'infinity'", "'5874897-12-31'"),
                of("time", Notation.CAST, "'24:00:00'", "'23:59:59.123456'"),
                of("timetz", Notation.CAST, "'24:00:00-15:59:59'", "'10:00:00.5+02:30'"),
                of(
                        "timestamp",
                        Notation.CAST,
                        "'infinity'",
                        "'-infinity'",
                        "'0044-03-15 01:02:03 BC'",
                        "'2026-03-29 02:30:00.5'"),
                of(
                        "timestamptz",
                        Notation.CAST,
                        "'infinity'",
                        "'2026-02-28 23:59:59.25+02'",
                        "'294276-12-31 23:59:59.999999+00'"),
                of(
                        "interval",
                        Notation.CAST,
                        "'1 year -2 days 102:00:00.5'",
                        "'-00:00:01'",
                        "'0'",
                        "'178000000 years'"));
    }

    private static List<Type> others() {
        return List.of(
                of("bit", Notation.CAST, "B'101'").as("bit(3)"),
                of("varbit", Notation.CAST, "B'1'", "B''"),
                of("uuid", Notation.CAST, "'123e4567-e89b-12d3-a456-426655440000'"),
                of("json", Notation.CAST, "'{\"a\":  1.50}'", "'null'"),
                of("jsonb", Notation.CAST, "'{\"a\":  1.50}'"),
                of("jsonpath", Notation.CAST, "'$.a[*]'"),
                of("xml", Notation.CAST, "'<a/>'"),
                of("inet", Notation.CAST, "'10.0.0.1/8'", "'::1'"),
                of("cidr", Notation.CAST, "'10.0.0.0/8'"),
                of("macaddr", Notation.CAST, "'08:00:2b:01:02:03'"),
                of("macaddr8", Notation.CAST, "'08:00:2b:01:02:03:04:05'"));
    }

    private static List<Type> figures() {
        return List.of(
                of("point", Notation.CAST, "'(0.1,NaN)'"),
                of("line", Notation.CAST, "'{1,2,0.30000000000000004}'"),
                of("lseg", Notation.CAST, "'[(1,2),(3,4)]'"),
                of("box", Notation.CAST, "'(3,4),(1,2)'"),
                of("path", Notation.CAST, "'((1,2),(3,4))'", "'[(1,2),(3,4)]'"),
                of("polygon", Notation.CAST, "'((1,2),(3,4))'"),
                of("circle", Notation.CAST, "'<(1,2),0.1>'"),
                of("tsvector", Notation.CAST, "'fat:2 cat:3A'"),
                of("tsquery", Notation.CAST, "'fat & !rat'"));
    }

    private List<Type> numbersOfTheServer() {
        return List.of(
                of("oid", Notation.CAST, "4294967295"),
                of("tid", Notation.CAST, "'(1,2)'"),
                of("xid", Notation.CAST, "'4294967295'"),
                of("xid8", Notation.CAST, "'18446744073709551615'"),
                of("cid", Notation.CAST, "'1'"),
                of("pg_lsn", Notation.CAST, "'FFFFFFFF/FFFFFFFF'"),
                of("pg_snapshot", Notation.CAST, "'10:20:10,14'"),
                of("txid_snapshot", Notation.CAST, "'10:20:10,14'"),
                of("aclitem", Notation.CAST, "'=r/" + database.user() + "'"),
                of("refcursor", Notation.REFUSED, "'c'"));
    }

    private List<Type> names() {
        return List.of(
                of("regclass", Notation.CAST, "'pg_class'"),
                of("regcollation", Notation.CAST, "'\"C\"'"),
                of("regconfig", Notation.CAST, "'simple'"),
                of("regdictionary", Notation.CAST, "'simple'"),
                of("regnamespace", Notation.CAST, "'pg_catalog'"),
                of("regoper", Notation.CAST, "'||/'"),
                of("regoperator", Notation.CAST, "'+(integer,integer)'"),
                of("regproc", Notation.CAST, "'now'"),
                of("regprocedure", Notation.CAST, "'now()'"),
                of("regrole", Notation.CAST, "'" + database.user() + "'"),
                of("regtype", Notation.CAST, "'integer'"));
    }

    private static List<Type> ranges() {
        return List.of(
                of("int4range", Notation.CAST, "'[1,5)'", "'empty'"),
                of("int8range", Notation.CAST, "'[1,)'"),
                of("numrange", Notation.CAST, "'(1.50,2]'"),
                of("daterange", Notation.CAST, "'[2026-01-01,infinity)'"),
                of("tsrange", Notation.CAST, "'[2026-01-01 00:00,]'"),
                of("tstzrange", Notation.CAST, "'[2026-01-01 00:00+02,]'"),
                of("int4multirange", Notation.CAST, "'{[1,5),[7,9)}'"),
                of("int8multirange", Notation.CAST, "'{}'"),
                of("nummultirange", Notation.CAST, "'{(1.50,2]}'"),
                of("datemultirange", Notation.CAST, "'{[2026-01-01,infinity)}'"),
                of("tsmultirange", Notation.CAST, "'{[2026-01-01 00:00,]}'"),
                of("tstzmultirange", Notation.CAST, "'{[2026-01-01 00:00+02,]}'"));
    }

    private static List<Type> made() {
        return List.of(
                of("array", Notation.CAST, "ARRAY['a,b', NULL, '\"', '']", "'{}'")
                        .as("text[]"),
                of("array", Notation.CAST, "ARRAY[0.1::float8 + 0.2::float8]").as("float8[]"),
                of("enum", Notation.CAST, "'b, c'").as("mood"),
                of("domain", Notation.CAST, "0.5").as("share"),
                of("row", Notation.CAST, "NULL").as("pg_am"));
    }

    @Override
    public void close() {
        bed.close();
    }
}
