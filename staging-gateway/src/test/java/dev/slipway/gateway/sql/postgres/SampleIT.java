package dev.slipway.gateway.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.RowSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests first rows from a real PostgreSQL for a user who may write there, so that only the transaction prevents writes.
 */
@Timeout(300)
class SampleIT {
    private static final String READER = "slipway_sampler";

    /** The time limit of statements that would never end. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void fill_the_database() throws Exception {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(
                database,
                "CREATE TABLE books(book_id int PRIMARY KEY, name text)",
                "INSERT INTO books VALUES (1, 'Equity, cash'), (2, NULL), (3, ''), (4, 'say \"hi\"')",
                "CREATE TABLE touched(n int)",
                "CREATE SEQUENCE tickets",
                "CREATE FUNCTION touch() RETURNS int LANGUAGE sql VOLATILE"
                        + " AS 'INSERT INTO touched VALUES (1) RETURNING n'",
                "CREATE PROCEDURE book(INOUT t int) LANGUAGE sql AS 'INSERT INTO touched VALUES (2) RETURNING 1'",
                "DROP ROLE IF EXISTS " + READER,
                "CREATE ROLE " + READER + " LOGIN PASSWORD 'sampler'",
                "GRANT ALL ON books, touched, tickets TO " + READER);
    }

    @AfterAll
    static void drop_the_role() throws Exception {
        GatewayTestBed.run(database, "DROP OWNED BY " + READER, "DROP ROLE " + READER);
    }

    @BeforeEach
    void open() throws Exception {
        bed = bed(Await.PATIENCE);
    }

    private GatewayTestBed bed(Duration patience) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "sampler\n");
        return GatewayTestBed.on(
                List.of(new DatabaseSource("risk", database.jdbcUrl(), READER, password)),
                List.of(),
                folder,
                new GatewayLimits(
                        new SqlLimits(2, patience, Duration.ofHours(2), 100, 100),
                        SshLimits.STANDARD,
                        FileSettings.STANDARD));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private RowSample sample(String sql) throws InterruptedException {
        return bed.gateway.sample(new Place.Source("risk"), sql, 3, GatewayTestBed.OWNER);
    }

    private static String content() throws Exception {
        return GatewayTestBed.ask(
                database,
                "SELECT (SELECT string_agg(b::text, ' ' ORDER BY book_id) FROM books b)"
                        + " || (SELECT count(*) FROM touched) || (SELECT last_value || is_called::text FROM tickets)");
    }

    @Test
    void shows_columns_types_and_first_rows_as_an_extract_writes_them() throws Exception {
        RowSample sample = sample("SELECT book_id, name, book_id = 1 AS first, 1e-7::float8 AS small,"
                + " '\\x00ff'::bytea AS b, timestamptz '2026-03-02 09:30+01' AS at, ROW(1, NULL) AS pair,"
                + " NULL::int[] AS none, '{1,2}'::int[] AS two FROM books ORDER BY book_id -- the first )");

        assertThat(sample.columns())
                .extracting(RowSample.Column::name)
                .containsExactly("book_id", "name", "first", "small", "b", "at", "pair", "none", "two");
        assertThat(sample.columns())
                .extracting(RowSample.Column::type)
                .containsExactly("int4", "text", "bool", "float8", "bytea", "timestamptz", "record", "_int4", "_int4");
        assertThat(sample.rows()).hasSize(3);
        assertThat(sample.rows().get(0).stream().map(value -> value.orElse(null)))
                .containsExactly(
                        "1", "Equity, cash", "t", "1e-07", "\\x00ff", "2026-03-02 08:30:00+00", "(1,)", null, "{1,2}");
        assertThat(sample.rows().get(1).get(1)).isEmpty();
        assertThat(sample.rows().get(2).get(1)).contains("");
        assertThat(sample.more()).isTrue();
        assertThat(sample.notes()).isEmpty();
    }

    @Test
    void shows_columns_of_one_name_and_knows_when_there_are_no_more_rows() throws Exception {
        RowSample sample = sample("SELECT book_id AS x, name AS x FROM books WHERE book_id < 4;");

        assertThat(sample.columns()).extracting(RowSample.Column::name).containsExactly("x", "x");
        assertThat(sample.rows()).hasSize(3);
        assertThat(sample.more()).isFalse();
        assertThat(sample("SELECT name FROM books WHERE false").rows()).isEmpty();
    }

    @Test
    void tells_the_columns_of_a_statement_with_parameters_and_does_not_run_it() throws Exception {
        RowSample sample = sample("SELECT name, 1 / 0 FROM books WHERE book_id = ? AND name <> ?");

        assertThat(sample.columns()).extracting(RowSample.Column::name).containsExactly("name", "?column?");
        assertThat(sample.rows()).isEmpty();
        assertThat(sample.notes())
                .containsExactly(
                        "parameters: int4, text", "not run: a job takes the values of its parameters from a file");
    }

    @Test
    void does_not_run_a_call() throws Exception {
        RowSample sample = sample("CALL book(1)");

        assertThat(sample.rows()).isEmpty();
        assertThat(sample.notes()).containsExactly("not run: what a CALL does is known only when it runs");
        assertThat(GatewayTestBed.ask(database, "SELECT count(*) FROM touched")).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1) TO PROGRAM 'id > /tmp/slipway-never' --",
                "select 1) a, (select 2",
                "select 1) slipway_rows(c1); delete from books --",
                "select 1; select 2",
                "select 1; drop table books",
                "select 1); delete from books; (select 1",
                "WITH d AS (DELETE FROM books RETURNING *) SELECT * FROM d",
                "DELETE FROM books RETURNING *",
                "INSERT INTO touched VALUES (1) RETURNING n",
                "UPDATE books SET name = 'x' RETURNING 1",
                "SELECT * INTO stolen FROM books",
                "COPY books TO PROGRAM 'id'",
                "COPY (SELECT 1) TO '/tmp/slipway-never'",
                "SELECT touch()",
                "SELECT nextval('tickets')",
                "SELECT * FROM books FOR UPDATE",
                "SELECT lo_create(4711)",
                "SELECT set_config('transaction_read_only', 'off', false)",
                "SELECT query_to_xml('DELETE FROM books RETURNING 1', true, true, '')",
                "SELECT query_to_xml('COPY books TO PROGRAM ''id''', true, true, '')",
                "TRUNCATE books",
                "SELECT * FROM no_such_table",
                "SELECT 1/0",
                "-- nothing at all",
                "SELECT {fn ucase('a')} AS a",
                "SELECT '",
                "EXPLAIN ANALYZE DELETE FROM books",
                "SET ROLE postgres",
                "DO 'BEGIN END'",
            })
    void refuses_what_is_not_one_reading_query(String attack) throws Exception {
        String before = content();

        assertThat(refusal(attack)).as(attack).isEqualTo(ProblemCode.STATEMENT_REFUSED);

        assertThat(content()).isEqualTo(before);
        assertThat(Path.of("/tmp/slipway-never")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT pg_read_file('/etc/passwd')",
                "SELECT pg_ls_dir('/')",
                "SELECT lo_export(1, '/tmp/slipway-never')",
                "SELECT rolpassword FROM pg_authid",
            })
    void has_no_more_rights_than_the_operator_s_user(String attack) {
        assertThat(refusal(attack)).isEqualTo(ProblemCode.DATABASE_RIGHT);
    }

    private ProblemCode refusal(String sql) {
        try {
            throw new AssertionError("not refused, but " + sample(sql));
        } catch (ProblemException e) {
            return e.problem().code();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Samples under the short limit. The limit also holds for connecting, so the call is repeated if a busy machine was
     * too slow.
     */
    private RowSample hurried(String sql) throws Exception {
        bed.close();
        bed = bed(SOON);
        while (true) {
            try {
                return sample(sql);
            } catch (ProblemException e) {
                assertThat(e.problem().code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT book_id, pg_sleep(600) AS s FROM books",
                "SELECT set_config('statement_timeout', '0', false), pg_sleep(n * 600) FROM generate_series(0, 3) n",
                "SELECT count(*) FROM generate_series(1, 100000000000)",
            })
    void gives_up_a_statement_that_takes_long_and_still_tells_its_columns(String slow) throws Exception {
        // The statement alone would take minutes.
        RowSample sample = hurried(slow);

        assertThat(sample.columns()).isNotEmpty();
        assertThat(sample.rows()).isEmpty();
        assertThat(sample.notes()).containsExactly("no rows, for there were none within 2 s; a job waits for longer");
        assertThat(GatewayTestBed.ask(
                        database,
                        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND usename = '" + READER + "'"))
                .isEqualTo("0");
    }

    @Test
    void a_million_rows_are_three() throws Exception {
        RowSample sample = sample("SELECT n, repeat('x', 1000) FROM generate_series(1, 1000000) n");

        assertThat(sample.rows()).hasSize(3);
        assertThat(sample.more()).isTrue();
    }

    @Test
    void a_huge_value_is_cut_by_the_server() throws Exception {
        String grin = "\ud83d\ude00";

        RowSample sample = sample("SELECT repeat('\u00e4', 5000000) AS long, repeat('x', 200) AS fits, repeat('" + grin
                + "', 300) AS odd");

        assertThat(sample.rows().get(0).get(0)).contains("\u00e4".repeat(200) + "\u2026");
        assertThat(sample.rows().get(0).get(1)).contains("x".repeat(200));
        assertThat(sample.rows().get(0).get(2)).contains(grin.repeat(200) + "\u2026");
        assertThat(sample.notes())
                .containsExactly("values that end in \u2026 are longer than the 200 characters shown");
    }

    @Test
    void many_wide_columns_end_where_the_room_is_full() throws Exception {
        StringBuilder columns = new StringBuilder("repeat('x', 190) AS c0");
        for (int i = 1; i < 300; i++) {
            columns.append(", repeat('x', 190) AS c").append(i);
        }

        RowSample sample = sample("SELECT " + columns + " FROM generate_series(1, 100)");

        assertThat(sample.columns()).hasSize(300);
        assertThat(sample.rows()).hasSize(1);
        assertThat(sample.more()).isTrue();
        assertThat(sample.notes()).containsExactly("the rows end where 64 KiB are full");
    }

    @Test
    void knows_as_of_when_it_reads() throws Exception {
        RowSample sample = sample("SELECT current_setting('slipway.as_of')::timestamptz <= now() AS past");

        assertThat(sample.rows()).containsExactly(List.of(Optional.of("t")));
    }

    @Test
    void leaves_nothing_behind_in_its_connection() throws Exception {
        sample("SELECT pg_advisory_lock(43), set_config('default_transaction_read_only', 'off', false)");

        assertThat(sample("SELECT current_setting('transaction_read_only')").rows())
                .containsExactly(List.of(Optional.of("on")));
        assertThat(GatewayTestBed.ask(database, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                .isEqualTo("0");
    }

    @Test
    void ends_at_once_when_whoever_asked_is_interrupted() throws Exception {
        AtomicReference<Thread> asking = new AtomicReference<>();
        CompletableFuture<Void> sampling = CompletableFuture.runAsync(() -> {
            asking.set(Thread.currentThread());
            assertThatThrownBy(() -> sample("SELECT pg_sleep(599)")).isInstanceOf(InterruptedException.class);
        });
        String running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(599)%' AND state = 'active'"
                + " AND usename = '" + READER + "'";
        while (GatewayTestBed.ask(database, running).equals("0")) {
            assertThat(sampling).isNotDone();
        }

        asking.get().interrupt();

        sampling.get();
        assertThat(GatewayTestBed.ask(database, running)).isEqualTo("0");
    }

    @Test
    void a_source_that_is_not_there_is_unknown() {
        assertThatThrownBy(() -> bed.gateway.sample(new Place.Source("nowhere"), "SELECT 1", 3, GatewayTestBed.OWNER))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.SOURCE_UNKNOWN));
    }
}
