package dev.slipway.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweptFormTest {
    private static final JobForm FORM = JobForm.blank()
            .with("name", "VaR of ${desk}")
            .with("executable", "var-mc")
            .with("arguments", "--desk\n${desk}\n--horizon\n${horizon}\n--as-typed\n$${desk}")
            .with("processes", "${ranks}");

    private static JobForm swept(String table) {
        return FORM.with(JobForm.SWEEP, table);
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void each_row_of_the_table_is_a_job(String separator) {
        CheckedForm checked = swept("desk,horizon,ranks\n\"rates, long\",10,2\n\nequity,1,4\n".replace(",", separator))
                .checked();

        assertThat(checked.problems()).isEmpty();
        String first = separator.equals(",") ? "rates, long" : "rates" + separator + " long";
        assertThat(checked.requests()).extracting(JobRequest::name).containsExactly("VaR of " + first, "VaR of equity");
        assertThat(checked.requests())
                .extracting(request ->
                        request.launch().application().programs().get(0).arguments())
                .containsExactly(
                        List.of("--desk", first, "--horizon", "10", "--as-typed", "${desk}"),
                        List.of("--desk", "equity", "--horizon", "1", "--as-typed", "${desk}"));
        assertThat(checked.requests())
                .extracting(request -> request.launch().processes())
                .containsExactly(2, 4);
    }

    @Test
    void a_form_without_a_table_says_what_it_says() {
        JobForm form = FORM.with("processes", "2");

        assertThat(form.isSwept()).isFalse();
        assertThat(form.first()).isEqualTo(form);
        assertThat(form.rows()).isEmpty();
        assertThat(form.checked().request().orElseThrow().name()).isEqualTo("VaR of ${desk}");
    }

    @Test
    void the_first_job_has_the_values_of_the_first_row() {
        JobForm form = swept("desk,horizon,ranks\nrates,10,2\nequity,1,4");

        assertThat(form.first().value("name")).isEqualTo("VaR of rates");
        assertThat(form.first().isSwept()).isFalse();
        assertThat(form.rows())
                .containsExactly(
                        Map.of("desk", "rates", "horizon", "10", "ranks", "2"),
                        Map.of("desk", "equity", "horizon", "1", "ranks", "4"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            desk,horizon,ranks              | the table has names and no values            | a line of values
            desk,horizon,ranks;x,1          | row 1 has 2 values, and the table has 3      | a value for each column
            desk,horizon;x,1                | the job says ${ranks}, and the table has no  | Add the column
            desk,horizon,ranks,day;x,1,2,3  | nothing in the job uses column day           | Write ${day} in a field
            9desk,horizon,ranks;x,1,2       | not a name for a column: "9desk"             | begins with a letter
            desk,desk,ranks;x,1,2           | the names of the columns must differ         | first line
            desk,horizon,ranks;"x,1,2       | a quote of the table does not end            | Close it
            """)
    void a_wrong_table_is_told_with_its_remedy(String table, String message, String hint) {
        JobForm form = swept(table.replace(";", "\n"));

        assertThat(form.checked().requests()).isEmpty();
        assertThat(form.checked().problems()).anySatisfy(problem -> {
            assertThat(problem.field()).isEqualTo("sweep");
            assertThat(problem.message()).contains(message);
            assertThat(problem.hint()).contains(hint);
        });
        assertThat(form.first().value("name")).isEqualTo("VaR of ${desk}");
    }

    @Test
    void a_row_that_makes_no_job_is_told_at_the_field_with_its_values() {
        assertThat(swept("desk,horizon,ranks\nrates,10,2\nequity,1,many")
                        .checked()
                        .problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.field()).isEqualTo("processes");
                    assertThat(problem.message())
                            .contains("\"many\"")
                            .endsWith("(row 2 of the table: desk = \"equity\", horizon = \"1\", ranks = \"many\")");
                });
    }

    @Test
    void a_table_has_at_most_a_thousand_jobs() {
        StringBuilder table = new StringBuilder("desk,horizon,ranks\n");
        IntStream.range(0, 1000).forEach(i -> table.append("d").append(i).append(",1,1\n"));
        assertThat(swept(table.toString()).checked().requests()).hasSize(1000);

        table.append("one,more,1\n");
        assertThat(swept(table.toString()).checked().problems())
                .extracting(FormProblem::message)
                .containsExactly("the table has more than 1000 jobs");
    }

    /** A small table can ask for more text than the memory holds. */
    @Test
    void a_table_that_makes_too_much_text_is_refused_before_the_text_is_made() {
        String table = "desk,horizon,ranks\n" + "x".repeat(90_000) + ",1,1\n";

        assertThat(swept(table)
                        .with("description", "${desk}".repeat(10_000))
                        .checked()
                        .problems())
                .extracting(FormProblem::message)
                .containsExactly("the jobs of the table would have more than 5000000 characters together");
        assertThat(swept(table).checked().problems()).isEmpty();
    }

    @Test
    void a_malformed_blank_is_told() {
        assertThat(swept("desk,horizon,ranks\nrates,10,2")
                        .with("description", "${a b}")
                        .checked()
                        .problems())
                .extracting(FormProblem::message)
                .singleElement()
                .asString()
                .startsWith("not a blank");
    }
}
