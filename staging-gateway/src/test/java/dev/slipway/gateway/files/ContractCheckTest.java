package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.digest.Sha256;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.DataContract.Freshness;
import dev.slipway.request.DataContract.Type;
import dev.slipway.request.RunPath;
import dev.slipway.staging.Expectation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractCheckTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Column BOOK = new Column("book_id", Type.INTEGER, false);

    private static DataContract columns(Column... columns) {
        return new DataContract(
                List.of(columns), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static DataContract rows(long least, long most) {
        return new DataContract(List.of(), Optional.of(least), Optional.of(most), Optional.empty(), Optional.empty());
    }

    private static DataContract fresh(String column) {
        return new DataContract(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Freshness(Optional.ofNullable(column), Duration.ofHours(1))),
                Optional.empty());
    }

    private static Optional<Problem> problem(DataContract contract, String data, int piece) throws IOException {
        return problem(contract, data, piece, Optional.empty());
    }

    private static Optional<Problem> problem(DataContract contract, String data, int piece, Optional<Instant> time)
            throws IOException {
        ContractCheck check = new ContractCheck(new RunPath("books.csv"), new Expectation(contract, NOW));
        byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                check.add(bytes, at, Math.min(piece, bytes.length - at));
            }
            check.end(time);
            return Optional.empty();
        } catch (ProblemException e) {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.CONTRACT_BROKEN);
            assertThat(e.problem().message()).startsWith("books.csv breaks its contract: ");
            return Optional.of(e.problem());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1000})
    void tells_the_first_wrong_rows_by_their_lines_however_the_data_come(int piece) throws IOException {
        String data =
                "name,book_id\n\"two\nlines, \"\"quoted\"\"\",1\nx,\nx,\"\"\nx,1.5\nx,2,3\n\u00e9,abc\nx,3\nx,late\n";

        assertThat(problem(columns(BOOK), data, piece)).hasValueSatisfying(problem -> {
            assertThat(problem.message()).endsWith("rows of it are wrong");
            assertThat(problem.detail().lines())
                    .containsExactly(
                            "line 4: book_id is NULL",
                            "line 5: book_id is \"\", not of type integer",
                            "line 6: book_id is \"1.5\", not of type integer",
                            "line 7: it has 3 columns, the header 2",
                            "line 8: book_id is \"abc\", not of type integer");
        });
        assertThat(problem(columns(BOOK), "name,book_id\n\"two\nlines\",1\nx,-2", piece))
                .isEmpty();
    }

    @Test
    void lines_are_counted_over_many_batches() throws IOException {
        String data = "book_id,t\n" + "1,\"two\nlines\"\n".repeat(20_000) + "x,\n";

        assertThat(problem(columns(BOOK), data, 8192)).hasValueSatisfying(problem -> assertThat(problem.detail())
                .isEqualTo("line 40002: book_id is \"x\", not of type integer"));
    }

    @Test
    void a_column_that_is_missing_is_told_with_those_that_are_there() throws IOException {
        assertThat(problem(columns(BOOK), "id,name\n1,x\n", 100)).hasValueSatisfying(problem -> {
            assertThat(problem.message()).endsWith("it has no column book_id");
            assertThat(problem.detail()).isEqualTo("columns: id, name");
        });
        assertThat(problem(columns(BOOK), "", 1))
                .hasValueSatisfying(problem -> assertThat(problem.message()).endsWith("it has no header line"));
    }

    @Test
    void rows_are_counted_without_the_header_and_too_many_end_at_once() throws IOException {
        assertThat(problem(rows(2, 3), "n\n1\n2\n", 100)).isEmpty();
        assertThat(problem(rows(2, 3), "n\n1\n", 100)).hasValueSatisfying(problem -> assertThat(problem.message())
                .endsWith("it has 1 rows, and 2 are the least"));
        assertThat(problem(rows(2, 3), "n\n1\n2\n3\n4\n", 100))
                .hasValueSatisfying(problem -> assertThat(problem.message()).endsWith("it has more than 3 rows"));
        assertThat(problem(rows(1, 3), "", 1)).isPresent();
    }

    @Test
    void the_newest_value_counts_for_freshness() throws IOException {
        assertThat(problem(fresh("at"), "at\n2020-01-01\n2026-11-20 10:30:00.5+01\n,\n".replace("\n,", "\n\"\""), 100))
                .isPresent();
        assertThat(problem(fresh("at"), "at,n\n2020-01-01,1\n2026-11-20 10:30:00.5+01,2\n,3\n", 100))
                .isEmpty();
        assertThat(problem(fresh("at"), "at,n\n2026-11-20 10:30:00+02:00,2\n", 100))
                .hasValueSatisfying(problem -> {
                    assertThat(problem.message()).endsWith("the newest at is 2026-11-20T08:30:00Z, older than PT1H");
                    assertThat(problem.detail()).contains("it is PT1H30M old");
                });
        assertThat(problem(fresh("at"), "at,n\n,2\n", 100))
                .hasValueSatisfying(problem -> assertThat(problem.message()).contains("is not known"));
    }

    @Test
    void without_a_column_the_time_of_the_file_counts() throws IOException {
        assertThat(problem(fresh(null), "any\u0000thing", 3, Optional.of(NOW.minusSeconds(3600))))
                .isEmpty();
        assertThat(problem(fresh(null), "anything", 3, Optional.of(NOW.minusSeconds(3601))))
                .isPresent();
        assertThat(problem(fresh(null), "anything", 3)).isPresent();
    }

    @Test
    void the_sum_is_of_the_data() throws IOException {
        DataContract right = new DataContract(
                List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(Sha256.hex("abc")));

        assertThat(problem(right, "abc", 2)).isEmpty();
        assertThat(problem(right, "abd", 2)).hasValueSatisfying(problem -> assertThat(problem.detail())
                .contains(Sha256.hex("abd"), Sha256.hex("abc")));
    }

    @Test
    void what_is_no_csv_breaks_a_contract_on_rows() throws IOException {
        assertThat(problem(columns(BOOK), "book_id\n1\n\"2\" 3\n", 100))
                .hasValueSatisfying(problem ->
                        assertThat(problem.message()).endsWith("it is no CSV: line 3: text follows a closing quote"));
    }

    @Test
    void a_long_value_is_shown_by_its_beginning() throws IOException {
        assertThat(problem(columns(BOOK), "book_id\n" + "9".repeat(100) + "x\n", 100))
                .hasValueSatisfying(problem -> assertThat(problem.detail()).contains("\"" + "9".repeat(60) + "...\""));
    }

    @ParameterizedTest
    @CsvSource({
        "INTEGER, -12, true",
        "INTEGER, +9, true",
        "INTEGER, 1.0, false",
        "INTEGER, -, false",
        "DECIMAL, -1.50, true",
        "DECIMAL, 1e3, false",
        "DECIMAL, 1.2.3, false",
        "DECIMAL, ., false",
        "FLOAT, 1e-07, true",
        "FLOAT, NaN, true",
        "FLOAT, -Infinity, true",
        "FLOAT, 0x1p3, false",
        "FLOAT, 1f, false",
        "BOOLEAN, t, true",
        "BOOLEAN, yes, false",
        "DATE, 2026-02-28, true",
        "DATE, 2026-02-30, false",
        "TIMESTAMP, 2026-02-28 09:30:00.125+00, true",
        "TIMESTAMP, 2026-02-28T09:30:00Z, true",
        "TIMESTAMP, 2026-02-28 09:30:00+05:30, true",
        "TIMESTAMP, 2026-02-28 09:30:00, true",
        "TIMESTAMP, 2026-02-28, false",
        "TIMESTAMP, 2026-02-28 25:00:00, false",
        "TEXT, anything, true"
    })
    void types_read_what_databases_write(Type type, String value, boolean fits) {
        assertThat(CellTypes.fits(type, value)).isEqualTo(fits);
    }
}
