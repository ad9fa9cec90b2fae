package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.StatementDigest;
import dev.slipway.job.BoundStatement;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.Place;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StepHead;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractIT {
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
                "CREATE TABLE positions(position_id int, book_id int, kind text, option text, strike numeric(12,4),"
                        + " expiry_years float8, quantity numeric, traded timestamptz)",
                "INSERT INTO positions VALUES"
                        + " (11, 1, 'stock', NULL, NULL, NULL, 1500, '2026-03-02 09:30:00+01'),"
                        + " (12, 1, 'european', 'put', 101.5, 0.25, -20, '2026-03-02 09:30:00.125+00'),"
                        + " (13, 3, 'asian', 'call', 99.9, 1e-7, 7.50, NULL),"
                        + " (14, 4, 'european', 'call', 0.0001, 0.1, 1e6, '1999-12-31 23:59:59+00')",
                "CREATE TABLE counted(n int)");
    }

    @BeforeEach
    void open() throws Exception {
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void writes_the_rows_of_a_query_as_the_golden_csv() throws Exception {
        StepReport report = bed.move(extract("SELECT * FROM positions ORDER BY position_id", "positions.csv"));

        assertThat(bed.text("positions.csv")).isEqualTo("""
                        position_id,book_id,kind,option,strike,expiry_years,quantity,traded
                        11,1,stock,,,,1500,2026-03-02 08:30:00+00
                        12,1,european,put,101.5000,0.25,-20,2026-03-02 09:30:00.125+00
                        13,3,asian,call,99.9000,1e-07,7.50,
                        14,4,european,call,0.0001,0.1,1000000,1999-12-31 23:59:59+00
                        """);
        assertThat(report.rows()).isEqualTo(4);
        assertThat(report.bytes()).isEqualTo(Files.size(bed.runFolder.resolve("positions.csv")));
        assertThat(report.files()).hasSize(1);
        assertThat(report.files().get(0).bytes()).isEqualTo(report.bytes());
    }

    @Test
    @Timeout(300)
    void an_extract_that_outgrows_its_job_ends_at_once_and_leaves_its_turn_to_others() throws Exception {
        SqlExtract large = extract("SELECT repeat('x', 1000) FROM generate_series(1, 100000)", "large.csv");
        for (int i = 0; i < 2 * GatewayLimits.STANDARD.sql().connections(); i++) {
            assertThatThrownBy(() -> bed.moveWithin(1_000_000, large))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA));
        }

        Problem longRow = bed.problemOf(extract("SELECT repeat('x', 100000001) AS one", "long.csv"));
        assertThat(longRow.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(longRow.message()).startsWith("a row of the answer has");
        assertThat(bed.move(extract("SELECT 1 AS one", "small.csv")).rows()).isEqualTo(1);
        assertThat(bed.names()).containsExactly("small.csv");
    }

    @Test
    void runs_the_statement_once_per_row_of_an_earlier_extract_in_its_order() throws Exception {
        bed.move(extract("SELECT book_id, name FROM books ORDER BY book_id DESC", "books.csv.gz"));

        StepReport report = bed.move(extract(
                "SELECT position_id, book_id, quantity FROM positions WHERE book_id = ? ORDER BY position_id",
                "positions.csv",
                rows("books.csv.gz", "book_id")));

        assertThat(bed.text("positions.csv"))
                .isEqualTo("position_id,book_id,quantity\n14,4,1000000\n13,3,7.50\n11,1,1500\n12,1,-20\n");
        assertThat(report.rows()).isEqualTo(4);
    }

    @Test
    void binds_null_and_the_empty_string_apart() throws Exception {
        bed.write("names.csv", "name\n\n\"\"\n\"say \"\"hi\"\"\"\n");

        StepReport report = bed.move(extract(
                "SELECT book_id FROM books WHERE name IS NOT DISTINCT FROM ?", "found.csv", rows("names.csv", "name")));

        assertThat(bed.text("found.csv")).isEqualTo("book_id\n2\n3\n4\n");
        // The statement without a line end, and printf 'N\n0:\n8:say "hi"\n', by sha256sum.
        assertThat(report.statement())
                .contains(new BoundStatement(
                        "b6f1152b1597d63113c1893b20bda642aa50f3dcac77469bec22df094d6fce81",
                        "03a776447df088a98b7fc2318ddbaee9d40ecee23a2f13e2031deb9e09cde8de",
                        3));
    }

    @Test
    void reports_the_same_statement_for_a_file_that_was_there_after_a_crash() throws Exception {
        bed.write("ids.csv", "low,unused\n1,\n3,x\n");
        SqlExtract step = extract("SELECT name FROM books WHERE book_id >= ?;", "again.csv.gz", rows("ids.csv"));
        MemoryLedger ledger = new MemoryLedger();
        StepReport lost = bed.move(step, ledger);

        StepReport again = bed.move(step, ledger);

        assertThat(lost.statement().orElseThrow().parameterRows()).isEqualTo(2);
        assertThat(again).isEqualTo(lost);
        assertThat(ledger.keys()).hasSize(1);
    }

    @Test
    void reports_a_statement_without_values_by_its_text() throws Exception {
        StepReport report = bed.move(extract("SELECT 1;", "one.csv"));

        assertThat(report.statement()).contains(new StatementDigest("SELECT 1").end());
    }

    @Test
    void takes_the_columns_in_order_when_none_is_named() throws Exception {
        bed.write("p.csv", "low,high,more\n1,2,x\n");

        bed.move(extract("SELECT ?::int + ?::int AS total", "sum.csv", rows("p.csv")));

        assertThat(bed.text("sum.csv")).isEqualTo("total\n3\n");
    }

    @Test
    void writes_a_header_when_there_is_no_parameter_row() throws Exception {
        bed.write("p.csv", "id\n");

        StepReport report = bed.move(extract("SELECT name FROM books WHERE book_id = ?", "n.csv", rows("p.csv")));

        assertThat(bed.text("n.csv")).isEqualTo("name\n");
        assertThat(report.rows()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1) TO PROGRAM 'id > /tmp/slipway-never' --",
                "select 1) TO PROGRAM 'id' /*",
                "select 1) a, (select 2",
                "select 1; select 2",
                "select 1; drop table books",
                "select 1); delete from books; (select 1",
                "WITH d AS (DELETE FROM books RETURNING *) SELECT * FROM d",
                "DELETE FROM books RETURNING *",
                "INSERT INTO counted VALUES (1) RETURNING n",
                "SELECT * INTO stolen FROM books",
                "COPY books TO PROGRAM 'id'",
                "SELECT set_config('transaction_read_only', 'off', false)",
                "TRUNCATE books",
                "SELECT * FROM no_such_table",
                "SELECT 1/0",
                "-- nothing at all",
                // The driver would rewrite the escape when describing the text, but not when copying.
                "SELECT 1 AS ×$$, ' ×$$ {fn locate(\" , ' q, 1 \",2,3)} \") TO STDOUT; ROLLBACK; BEGIN READ WRITE;"
                        + " DROP TABLE books; COMMIT; COPY (SELECT 1 -- ' -- \"",
                "SELECT {fn ucase('a')} AS a",
                "SELECT '",
            })
    void refuses_what_is_not_one_reading_query(String attack) throws Exception {
        Problem problem = bed.problemOf(extract(attack, "out.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(bed.names()).isEmpty();
        assertThat(Path.of("/tmp/slipway-never")).doesNotExist();
        assertThat(GatewayTestBed.ask(database, "SELECT count(*) FROM books")).isEqualTo("4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE counted SET n = 1 RETURNING n",
                "SHOW server_version",
                "EXPLAIN SELECT 1",
                "/* read */ (DELETE FROM counted)"
            })
    void what_does_not_begin_as_one_that_reads_is_told_what_would(String sql) throws Exception {
        Problem problem = bed.problemOf(extract(sql, "out.csv"));

        assertThat(problem.message()).isEqualTo("the statement for source risk is none that reads");
        assertThat(problem.detail()).isEqualTo("an extract begins with one of SELECT, TABLE, VALUES, WITH, CALL");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT nope FROM books | nope",
                "SELECT '\ud83d\ude00 ??', '{}'::jsonb ?? 'a', nope FROM books WHERE book_id = ? | nope",
                "SELECT ?::jsonb ?? 'a', ?::int, '\u00e4', nope FROM books | nope",
                "WITH gone AS (DELETE FROM books RETURNING *) SELECT * FROM gone | gone",
            })
    void a_place_is_one_of_the_statement_as_it_was_written(String sql, String word) throws Exception {
        Problem problem = bed.problemOf(extract(sql, "out.csv"));

        int place = sql.codePointCount(0, sql.indexOf(word)) + 1;
        assertThat(problem.detail()).contains("at character " + place + " of the statement (SQLSTATE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 AS a; ",
                "(SELECT 1 AS a)",
                "/* first */ ((SELECT 1 AS a) EXCEPT SELECT 2) -- and done",
                "SELECT 1 AS a -- a comment; with ) and ' in it",
                "SELECT 1 AS a /* ; ) */",
                "/* ( */ TABLE one",
                "VALUES (1)",
                "WITH x AS (SELECT 1 AS a) SELECT a FROM x",
                "SELECT 1 AS a WHERE ';)' <> $$ ;( ' $$",
            })
    void runs_odd_but_honest_queries(String sql) throws Exception {
        GatewayTestBed.run(database, "CREATE OR REPLACE VIEW one AS SELECT 1 AS a");

        bed.move(extract(sql, "out.csv"));

        assertThat(bed.text("out.csv")).matches("[^\n]+\n1\n");
    }

    @Test
    void a_session_setting_of_one_statement_does_not_reach_the_next() throws Exception {
        bed.move(extract("SELECT set_config('default_transaction_read_only', 'off', false)", "a.csv"));
        bed.move(extract("SELECT current_setting('transaction_read_only') AS ro", "b.csv"));

        assertThat(bed.text("b.csv")).isEqualTo("ro\non\n");
    }

    @Test
    void the_next_statement_gets_the_same_connection_as_if_it_were_new() throws Exception {
        bed.move(extract(
                "SELECT pg_backend_pid() AS pid, pg_advisory_lock(42), set_config('slip.way', 'x', false)", "a.csv"));
        bed.move(
                extract("SELECT pg_backend_pid() AS pid, '' AS lock, current_setting('slip.way', true) AS s", "b.csv"));

        String pid = bed.text("a.csv").split("[\n,]")[3];
        assertThat(bed.text("b.csv")).matches("pid,lock,s\n" + pid + ",\"\",(\"\")?\n");
        assertThat(GatewayTestBed.ask(database, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                .isEqualTo("0");
    }

    @Test
    void names_file_line_and_column_of_a_value_of_the_wrong_type() throws Exception {
        bed.write("p.csv", "name,id\na,1\nb,many\n");

        Problem problem =
                bed.problemOf(extract("SELECT name FROM books WHERE book_id = ?", "out.csv", rows("p.csv", "id")));

        assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
        assertThat(problem.message()).isEqualTo("line 3 of p.csv, column id is refused");
        assertThat(problem.detail()).contains("invalid input syntax for type integer", "22P02");
        assertThat(bed.names()).containsExactly("p.csv");
    }

    @Test
    void names_what_is_wrong_with_the_columns() throws Exception {
        bed.write("p.csv", "a,b\n1\n");
        String two = "SELECT ?::int, ?::int";

        assertThat(bed.problemOf(extract(two, "o.csv", rows("p.csv", "a", "c"))).message())
                .isEqualTo("line 1 of p.csv has no column c");
        assertThat(bed.problemOf(extract(two, "o.csv", rows("p.csv", "a"))).message())
                .isEqualTo("the step names 1 parameters, the statement has 2");
        assertThat(bed.problemOf(extract(two, "o.csv", rows("p.csv"))).message())
                .isEqualTo("line 2 of p.csv has 1 columns, its header 2");
        assertThat(bed.problemOf(extract(two + ", ?::int", "o.csv", rows("p.csv")))
                        .message())
                .isEqualTo("line 1 of p.csv has 2 columns, the statement 3 parameters");
        assertThat(bed.problemOf(extract(two, "o.csv")).code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
        assertThat(bed.problemOf(extract(two, "o.csv", rows("none.csv"))).code())
                .isEqualTo(ProblemCode.FILE_MISSING);
    }

    @Test
    void a_parameter_value_is_never_part_of_the_statement() throws Exception {
        bed.write("p.csv", "name\n\"'; DROP TABLE books; --\"\n");

        bed.move(extract("SELECT ?::text AS it", "out.csv", rows("p.csv")));

        assertThat(bed.text("out.csv")).isEqualTo("it\n'; DROP TABLE books; --\n");
    }

    @Test
    void names_of_the_sources_that_exist_only_those_that_may_be_told() throws Exception {
        Place.Source nowhere = new Place.Source("nowhere");
        Problem moved = bed.problemOf(new dev.slipway.request.SqlExtract(
                new StepHead.In(
                        "e",
                        1,
                        new dev.slipway.request.RunPath("o.csv"),
                        dev.slipway.request.CreationFlag.OVERWRITE,
                        dev.slipway.request.Compression.NONE),
                "nowhere",
                "SELECT 1",
                Optional.empty()));

        assertThat(moved.code()).isEqualTo(ProblemCode.SOURCE_UNKNOWN);
        assertThat(moved.message()).isEqualTo("no source is named nowhere");
        assertThat(moved.detail()).isEmpty();
        assertThat(bed.gateway.unknown(nowhere, place -> place.equals(new Place.Source("risk"))))
                .hasValueSatisfying(told -> assertThat(told.detail()).isEqualTo("known sources: risk"));
        assertThat(bed.gateway.unknown(nowhere, place -> place.equals(new Place.Host("risk"))))
                .hasValueSatisfying(
                        told -> assertThat(told.detail()).isEqualTo("no source that you may name is configured"));
        assertThat(bed.gateway.unknown(new Place.Source("risk"), place -> false))
                .isEmpty();
    }

    @Test
    void a_wrong_password_is_a_refused_login_that_shows_no_password() throws Exception {
        Path password = Files.writeString(folder.resolve("wrong"), "canary-5f2a\n");
        var source = new DatabaseSource("risk", database.jdbcUrl(), database.user(), password);
        var limits = limits(java.time.Duration.ofMinutes(1), java.time.Duration.ofMinutes(1));

        try (GatewayTestBed wrong = GatewayTestBed.on(List.of(source), List.of(), folder, limits)) {
            Problem problem = wrong.problemOf(extract("SELECT 1", "o.csv"));

            assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_LOGIN);
            assertThat(problem.message() + problem.detail()).doesNotContain("canary-5f2a");
        }
    }

    @Test
    void a_server_that_is_away_is_an_outage() throws Exception {
        Path password = Files.writeString(folder.resolve("any"), "x");
        var source = new DatabaseSource("risk", "jdbc:postgresql://127.0.0.1:1/none", "nobody", password);
        var limits = limits(java.time.Duration.ofMinutes(1), java.time.Duration.ofMinutes(1));

        try (GatewayTestBed away = GatewayTestBed.on(List.of(source), List.of(), folder, limits)) {
            Problem problem = away.problemOf(extract("SELECT 1", "o.csv"));

            assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
            assertThat(problem.code().kind()).isEqualTo(ProblemKind.OUTAGE);
        }
    }

    @Test
    void the_server_ends_a_statement_at_its_time_limit() throws Exception {
        var limits = limits(java.time.Duration.ofMinutes(1), java.time.Duration.ofMillis(200));

        try (GatewayTestBed hasty = GatewayTestBed.on(database, folder, limits)) {
            Problem problem = hasty.problemOf(extract("SELECT pg_sleep(600)", "o.csv"));

            assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
            assertThat(problem.message()).contains("time limit");
            assertThat(problem.detail()).contains("slipway.limits.statement-timeout");
        }
    }

    private static GatewayLimits limits(java.time.Duration connect, java.time.Duration statement) {
        return new GatewayLimits(
                new SqlLimits(2, connect, statement, 100, 100),
                dev.slipway.gateway.ssh.SshLimits.STANDARD,
                dev.slipway.gateway.files.FileSettings.STANDARD);
    }
}
