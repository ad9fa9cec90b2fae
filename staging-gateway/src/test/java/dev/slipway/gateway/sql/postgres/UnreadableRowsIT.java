package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.PostgresDatabase;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files with rows that cannot be bound, and tables that change between two groups of a job. */
class UnreadableRowsIT {
    @TempDir
    private Path folder;

    private PostgresDatabase database;
    private GatewayTestBed bed;

    @BeforeEach
    void open() throws Exception {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(database, "CREATE TABLE note(id int, text text)", "INSERT INTO note VALUES (1, 'a')");
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    /** Returns one step for each way in which rows of a file reach the database. */
    private static List<StagingStep> steps() {
        return List.of(
                store("INSERT INTO note VALUES (?, ?)", "rows.csv"),
                store("COPY note (id, text) FROM STDIN", "rows.csv"),
                extract("SELECT ?::int AS id, ?::text AS text", "out.csv", rows("rows.csv")));
    }

    private void isRefused(String words, String where) throws Exception {
        for (StagingStep step : steps()) {
            Problem problem = bed.problemOf(step);

            assertThat(problem.code()).as(step.toString()).isEqualTo(ProblemCode.FILE_CORRUPT);
            assertThat(problem.message()).isEqualTo(words);
            assertThat(problem.detail()).isEqualTo(where);
            assertThat(problem.remedy().shell()).contains("the program that writes it");
            assertThat(problem.isOutage()).isFalse();
        }
        assertThat(ask(database, "SELECT count(*) FROM note")).isEqualTo("1");
        assertThat(bed.names()).containsExactly("rows.csv");
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused_with_their_line() throws Exception {
        Files.write(
                bed.runFolder.resolve("rows.csv"), "id,text\n5,a\n6,\u00fc\n".getBytes(StandardCharsets.ISO_8859_1));

        isRefused("the rows of rows.csv cannot be read", "line 3: bytes that are not UTF-8");
    }

    @Test
    void a_nul_is_refused_with_its_line() throws Exception {
        bed.write("rows.csv", "id,text\n5,a\n6,b\0c\n");

        isRefused("the rows of rows.csv cannot be read", "line 3: a NUL character");
    }

    @Test
    void a_quote_without_end_is_refused_with_the_line_where_its_row_begins() throws Exception {
        bed.write("rows.csv", "id,text\n5,a\n6,\"b\n7,c\n");

        isRefused("the rows of rows.csv cannot be read", "line 3: a quoted field has no end");
    }

    @Test
    void packed_rows_that_break_off_are_told_in_words() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("id,text\n5,a\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.write(bed.runFolder.resolve("rows.csv"), Arrays.copyOf(packed.toByteArray(), packed.size() - 9));

        isRefused("the content of rows.csv is damaged", "its packed data break off before their end");
    }

    @Test
    void a_row_that_is_too_long_is_told_so_and_not_as_damage() throws Exception {
        bed.write("rows.csv", "id,text\n5,a\n6," + "x".repeat(17 << 20) + "\n");

        for (StagingStep step : steps()) {
            Problem problem = bed.problemOf(step);

            assertThat(problem.code()).isEqualTo(ProblemCode.STEP_MEMORY);
            assertThat(problem.detail()).startsWith("line 3: a row of more than 16777216 characters begins");
        }
        assertThat(ask(database, "SELECT count(*) FROM note")).isEqualTo("1");
    }

    @Test
    void a_column_that_is_taken_by_a_name_that_two_have_is_told() throws Exception {
        bed.write("rows.csv", "id,text,id\n5,a,6\n");

        for (StagingStep step : List.of(
                store("INSERT INTO note(id) VALUES (?)", "rows.csv", new StoreParameter.Column("id")),
                extract("SELECT ?::int AS id", "out.csv", rows("rows.csv", "id")))) {
            Problem problem = bed.problemOf(step);

            assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
            assertThat(problem.message())
                    .isEqualTo("line 1 of rows.csv has more than one column id: which of them is meant cannot be told");
        }
        assertThat(ask(database, "SELECT count(*) FROM note")).isEqualTo("1");
        bed.move(extract("SELECT ?::text AS text", "out.csv", rows("rows.csv", "text")));
        assertThat(bed.text("out.csv")).isEqualTo("text\na\n");
    }

    @Test
    void columns_that_change_between_two_groups_are_the_new_ones_or_refused() throws Exception {
        SqlExtract all = extract("SELECT * FROM note", "all.csv");
        bed.move(all);
        GatewayTestBed.run(database, "ALTER TABLE note RENAME COLUMN text TO words", "ALTER TABLE note ADD at date");

        Problem appended = bed.problemOf(new SqlExtract(
                new StepHead.In("append", 2, all.file(), CreationFlag.APPEND, all.compression()),
                "risk",
                all.statement(),
                all.parameters()));
        assertThat(appended.code()).isEqualTo(ProblemCode.FILE_EXISTS);
        assertThat(appended.detail()).contains("[id, text]", "[id, words, at]");
        Problem named = bed.problemOf(extract("SELECT text FROM note", "one.csv"));
        assertThat(named.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(named.detail()).contains("column \"text\" does not exist");
        Problem stored = bed.problemOf(store("INSERT INTO note(id, text) VALUES (?, ?)", "all.csv"));
        assertThat(stored.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(bed.text("all.csv")).isEqualTo("id,text\n1,a\n");

        bed.move(all);
        assertThat(bed.text("all.csv")).isEqualTo("id,words,at\n1,a,\n");
        Problem bound = bed.problemOf(extract("SELECT ?::text AS t", "two.csv", rows("all.csv", "text")));
        assertThat(bound.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
        assertThat(bound.message()).isEqualTo("line 1 of all.csv has no column text");
    }
}
