package dev.slipway.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.JobRequest;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamLink;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a form keeps every part of a stream application and names the field of each mistake. */
class StreamFormTest {
    private static final JobRequest REQUEST =
            JobRequests.with(JobRequests.request(List.of(), List.of()), Streams.launch(Streams.whole()));

    @Test
    void the_form_of_a_request_comes_to_an_equal_one_also_after_its_store() {
        JobForm form = JobForm.of(REQUEST);

        assertThat(form.checked().problems()).isEmpty();
        assertThat(form.checked().request()).contains(REQUEST);
        assertThat(JobForm.ofJson(form.json())).isEqualTo(form);
        assertThat(JobForm.FIELDS.stream().map(Field::name))
                .containsAll(form.values().keySet());
    }

    @ParameterizedTest
    @CsvSource({"hosts, 2", "processesPerHost, 1", "threads, 1", "flavour, mpich"})
    void a_stream_application_has_no_demands_of_a_program(String field, String value) {
        assertThat(JobForm.of(REQUEST).with(field, value).checked().problems())
                .extracting(FormProblem::field)
                .contains(field);
    }

    @Test
    void a_stream_application_can_ask_for_one_host_of_a_cluster() {
        JobForm form =
                JobForm.of(REQUEST).with("hosts", "1").with("account", "risk").with("flavour", "any");

        assertThat(form.checked().problems()).isEmpty();
    }

    @Test
    void what_is_usual_is_left_out_of_its_lines() {
        StreamApplication small = Streams.of(
                List.of(Streams.kernel("a", 0, "p", "--x"), Streams.kernel("b", 1, "p")), StreamLink.between("a", "b"));

        assertThat(StreamLines.write(small).lines())
                .containsExactly(
                        "{\"stream\":\"graph\"}",
                        "{\"kernel\":\"a\",\"program\":\"p\",\"arguments\":[\"--x\"]}",
                        "{\"kernel\":\"b\",\"program\":\"p\"}",
                        "{\"from\":\"a\",\"to\":[\"b\"]}");
    }

    @Test
    void blanks_of_a_template_take_values_that_no_line_can_hold_as_they_are() {
        StreamApplication blank = Streams.of(
                List.of(Streams.kernel("a", 0, "p", "--orders", "${orders}"), Streams.kernel("b", 1, "p")),
                StreamLink.between("a", "b"));
        JobForm form = JobForm.of(JobRequests.with(JobRequests.request(List.of(), List.of()), Streams.launch(blank)));

        JobForm filled = form.map(text -> text.replace("${orders}", "5\"},\n{"));

        assertThat(filled.checked().problems()).isEmpty();
        assertThat(filled.checked()
                        .request()
                        .orElseThrow()
                        .launch()
                        .application()
                        .programs()
                        .get(0)
                        .arguments())
                .containsExactly("--orders", "5\"},\n{");
    }

    @Test
    void texts_that_look_like_blanks_stay_as_they_are() {
        JobForm form = JobForm.of(REQUEST);

        assertThat(form.map(text -> text.replace("${", "$${")).map(text -> text.replace("$${", "${")))
                .isEqualTo(form);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"stream\":\"x\"}|the graph has no kernel",
                "{\"stream\":\"a b\"}|the stream application has no name that it can have",
                "[]|line 1 of the stream application is not right: it is not an object",
                "{|line 1 of the stream application is not right: it is not JSON",
                "{\"stream\":\"x\",\"host\":\"y\"}|line 1 of the stream application is not right:"
                        + " nothing is known of host",
                "{\"kernel\":\"k\"}|line 1 of the stream application is not right: program is missing",
                "{\"kernel\":\"k\",\"program\":7}|line 1 of the stream application is not right: program is no text",
                "{\"kernel\":\"k\",\"program\":\"p\",\"copies\":0}|line 1 of the stream application is not right:"
                        + " copies must be 1 to 4096",
                "{\"kernel\":\"k\",\"program\":\"p\",\"loss\":\"x\"}|line 1 of the stream application is not right:"
                        + " loss is none of its choices",
                "{\"from\":\"a\",\"to\":[]}|line 1 of the stream application is not right: not the names of kernels"
            })
    void a_text_that_is_none_is_told_at_its_field(String text, String message) {
        assertThat(JobForm.of(REQUEST).with("stream", text).checked().problems())
                .allSatisfy(problem -> assertThat(problem.field()).isEqualTo("stream"))
                .allSatisfy(problem -> assertThat(problem.hint()).endsWith("."))
                .extracting(FormProblem::message)
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource({"executable, var-mc, the program", "processes, 2, the number of processes"})
    void a_program_has_no_place_beside_it(String field, String value, String words) {
        assertThat(JobForm.of(REQUEST).with(field, value).checked().problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.field()).isEqualTo(field);
                    assertThat(problem.message())
                            .isEqualTo(words + " is of no use to a stream application, whose kernels have their own");
                });
    }
}
