package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.sql.sources.TypedDatabase.Notation;
import dev.slipway.gateway.sql.sources.TypedDatabase.Type;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StepHead;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every type of every available database with values at its edges. An extract holds the text that the database
 * writes, or names the refused column. A store of the extracted file gives equal values again.
 */
@Timeout(120)
class EveryTypeIT {
    private static final Map<String, Function<Path, TypedDatabase>> KINDS = Map.of(
            "PostgreSQL", PostgresTypes::in,
            "MariaDB", MariaDbTypes::in,
            "MariaDB without modes", MariaDbTypes::lenient,
            "SQLite", SqliteTypes::in,
            "H2", H2Types::in,
            "DuckDB", DuckDbTypes::in);

    private static final Map<String, TypedDatabase> DATABASES = new LinkedHashMap<>();
    private static final AtomicInteger STORES = new AtomicInteger();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void open() throws IOException {
        for (String name : new TreeSet<>(KINDS.keySet())) {
            DATABASES.put(name, KINDS.get(name).apply(Files.createDirectory(folder.resolve(name))));
        }
    }

    @AfterAll
    static void close() throws SQLException {
        for (TypedDatabase database : DATABASES.values()) {
            database.close();
        }
        DATABASES.clear();
    }

    static Set<String> names() {
        return DATABASES.keySet();
    }

    static Stream<Arguments> types() {
        return DATABASES.entrySet().stream()
                .flatMap(each -> each.getValue().types().stream().map(type -> Arguments.of(each.getKey(), type)));
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_type_that_the_database_lists_has_values_here(String name) throws SQLException {
        TypedDatabase database = DATABASES.get(name);
        Set<String> listed = new TreeSet<>(database.listed());
        listed.removeAll(database.withoutValues());

        assertThat(database.types().stream().map(Type::name).collect(Collectors.toSet()))
                .containsAll(listed);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("types")
    void values_are_extracted_as_the_database_writes_them_or_refused_and_stored_again(String name, Type type)
            throws Exception {
        TypedDatabase database = DATABASES.get(name);
        make(database, type);
        if (type.notation() == Notation.REFUSED) {
            requireRefused(database);
            return;
        }

        database.bed().move(extract("SELECT id, v FROM given ORDER BY id", "given.csv"));

        List<String> extracted = values(database, "given.csv");
        List<Object> written = written(database, type, "given");
        assertThat(extracted).hasSize(type.literals().size() + 1);
        for (int i = 0; i < extracted.size(); i++) {
            requireSame(type.notation(), extracted.get(i), written.get(i));
        }
        database.bed().move(store());
        database.bed().move(extract("SELECT id, v FROM stored ORDER BY id", "again.csv"));
        assertThat(database.bed().text("again.csv")).isEqualTo(database.bed().text("given.csv"));
        assertThat(written(database, type, "stored")).isEqualTo(written);
    }

    /** Returns a store with a name of its own, because each step of a job stores once. */
    private static SqlStore store() {
        return new SqlStore(
                new StepHead.Out("store " + STORES.incrementAndGet(), 1, new RunPath("given.csv"), false),
                "risk",
                "INSERT INTO stored (id, v) VALUES (?, ?)",
                List.of());
    }

    @Test
    void a_value_that_a_driver_cannot_give_is_told_with_its_row_and_the_words_of_the_driver() throws Exception {
        Problem late = DATABASES
                .get("DuckDB")
                .bed()
                .problemOf(extract(
                        "SELECT TIME '23:00:00' AS v UNION ALL SELECT TIME '24:00:00' ORDER BY v", "given.csv"));
        Problem rounded = DATABASES
                .get("MariaDB")
                .bed()
                .problemOf(extract("SELECT CAST(0.1 AS FLOAT) AS v, CAST('2026-00-00' AS DATE) AS day", "given.csv"));

        assertThat(late.code()).as(late.toString()).isEqualTo(ProblemCode.VALUE_INEXACT);
        assertThat(late.message())
                .isEqualTo("the driver of source risk does not give column v of row 2 of the statement of extract");
        assertThat(late.detail()).contains("DateTimeException", "NanoOfDay");
        assertThat(rounded.code()).as(rounded.toString()).isEqualTo(ProblemCode.VALUE_INEXACT);
        assertThat(rounded.message()).contains("column day of row 1");
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_store_that_is_tried_again_after_its_commit_stores_nothing_more(String name) throws Exception {
        TypedDatabase database = DATABASES.get(name);
        make(database, new Type("", "INTEGER", Notation.CAST, List.of()));
        database.bed().write("given.csv", "id,v\n1,7\n2,\n");
        MemoryLedger ledger = new MemoryLedger();
        SqlStore step = store();

        StepReport lost = database.bed().move(step, ledger);

        assertThat(lost.rows()).isEqualTo(2);
        assertThat(database.bed().move(step, ledger)).isEqualTo(lost);
        assertThat(database.bed().settle(step, ledger)).contains(lost);
        assertThat(database.ask("SELECT count(*) FROM stored")).containsExactly("2");
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_row_that_is_refused_is_named_and_nothing_is_stored(String name) throws Exception {
        TypedDatabase database = DATABASES.get(name);
        make(database, new Type("", "INTEGER", Notation.CAST, List.of()));
        database.bed().write("given.csv", "id,v\n1,7\n2,8\n1,9\n");

        Problem problem = database.bed().problemOf(store());

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).contains("line 4 of given.csv");
        assertThat(database.ask("SELECT count(*) FROM stored")).containsExactly("0");
    }

    @ParameterizedTest
    @MethodSource("names")
    void what_the_database_says_of_a_statement_that_it_refuses_is_told(String name) throws Exception {
        TypedDatabase database = DATABASES.get(name);

        Problem problem = database.bed().problemOf(extract("SELECT v FROM nowhere", "given.csv"));

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(problem.detail()).containsIgnoringCase("nowhere");
    }

    private static void make(TypedDatabase database, Type type) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("given", "stored")) {
                statement.execute("DROP TABLE IF EXISTS " + table);
                statement.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, v " + type.definition() + ")");
            }
            int id = 0;
            for (String literal : type.literals()) {
                statement.execute("INSERT INTO given (id, v) VALUES (" + id++ + ", " + literal + ")");
            }
            statement.execute("INSERT INTO given (id, v) VALUES (" + id + ", NULL)");
        }
    }

    private static void requireRefused(TypedDatabase database) throws InterruptedException {
        Problem problem = database.bed().problemOf(extract("SELECT id, v FROM given ORDER BY id", "given.csv"));

        assertThat(problem.code())
                .as(problem.toString())
                .isIn(ProblemCode.VALUE_INEXACT, ProblemCode.STATEMENT_REFUSED);
        assertThat(problem.message().toLowerCase(Locale.ROOT)).contains("column v ");
    }

    private static List<String> values(TypedDatabase database, String file) throws IOException {
        List<String> values = new ArrayList<>();
        try (ParameterFile rows = ParameterFile.open(database.bed().runFolder, new RunPath(file))) {
            for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                values.add(row.values().get(1));
            }
        }
        // The first row is the header.
        return values.subList(1, values.size());
    }

    /**
     * Returns the values as the database writes them; for a binary float, the database's conversion to a double.
     */
    private static List<Object> written(TypedDatabase database, Type type, String table) throws SQLException {
        boolean number = Set.of(Notation.DOUBLE, Notation.FLOAT).contains(type.notation());
        List<Object> written = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT "
                        + (number ? database.number() : database.written(type)) + " FROM " + table + " ORDER BY id")) {
            while (rows.next()) {
                Object value = number ? (Object) rows.getDouble(1) : rows.getString(1);
                written.add(rows.wasNull() ? null : value);
            }
        }
        return written;
    }

    private static void requireSame(Notation notation, String extracted, Object written) {
        if (written == null) {
            assertThat(extracted).isNull();
            return;
        }
        switch (notation) {
            case DOUBLE -> {
                assertThat((Object) Double.valueOf(extracted)).isEqualTo(written);
                requireShortest(extracted, number -> written.equals(number.doubleValue()));
            }
            case FLOAT -> {
                assertThat((Object) (double) Float.parseFloat(extracted)).isEqualTo(written);
                requireShortest(extracted, number -> written.equals((double) number.floatValue()));
            }
            case BYTES ->
                assertThat(extracted).isEqualTo("\\x" + written.toString().toLowerCase(Locale.ROOT));
            case SECONDS ->
                assertThat(extracted)
                        .isEqualTo(written.toString()
                                .replaceFirst("(\\.\\d*?)0+$", "$1")
                                .replaceFirst("\\.$", ""));
            default -> assertThat(extracted).isEqualTo(written);
        }
    }

    /** Requires that a number with one digit less is another value. */
    private static void requireShortest(String extracted, Function<BigDecimal, Boolean> same) {
        if (extracted.contains("N") || extracted.contains("I")) {
            return;
        }
        BigDecimal number = new BigDecimal(extracted).stripTrailingZeros();
        if (number.precision() > 1) {
            BigDecimal shorter = number.round(new MathContext(number.precision() - 1));
            assertThat(same.apply(shorter)).as("%s for %s", shorter, extracted).isFalse();
        }
    }
}
