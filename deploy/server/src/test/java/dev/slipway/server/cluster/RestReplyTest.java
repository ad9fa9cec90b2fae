package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.run.slurm.SlurmJob;
import dev.slipway.run.slurm.SlurmState;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON of known versions, of newer ones, and broken JSON. */
class RestReplyTest {
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    private static RestReply read(String json) {
        return RestReply.read(
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
                RestReply.Wanted.named(Set.of("one", "one_0", "two")),
                NOW);
    }

    private static SlurmJob job(String fields) {
        RestReply reply =
                read("{\"jobs\":[{\"job_id\":7,\"user_id\":1000,\"name\":\"one\"," + fields + "}],\"errors\":[]}");
        assertThat(reply.listed()).isTrue();
        assertThat(reply.jobs()).hasSize(1);
        return reply.jobs().get(0);
    }

    @Test
    void reads_a_job_with_plain_values() {
        assertThat(job("\"job_state\":\"PENDING\",\"restart_cnt\":2,\"state_reason\":\"Resources\","
                        + "\"array_job_id\":0,\"array_task_id\":null,\"start_time\":1795780860"))
                .isEqualTo(new SlurmJob(
                        "7",
                        1000,
                        "one",
                        SlurmState.PENDING,
                        "PENDING",
                        2,
                        Optional.of(Instant.ofEpochSecond(1_795_780_860)),
                        "Resources"));
    }

    @Test
    void reads_a_job_whose_values_are_lists_and_objects() {
        assertThat(job("\"job_state\":[\"CANCELLED\",\"COMPLETING\"],\"restart_cnt\":0,\"state_reason\":\"None\","
                        + "\"array_job_id\":{\"set\":true,\"infinite\":false,\"number\":5},"
                        + "\"array_task_id\":{\"set\":true,\"infinite\":false,\"number\":0},"
                        + "\"start_time\":{\"set\":false,\"infinite\":false,\"number\":0}"))
                .isEqualTo(new SlurmJob(
                        "5_0", 1000, "one_0", SlurmState.COMPLETING, "COMPLETING", 0, Optional.empty(), ""));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"TELEPORTED\"', OTHER",
        "'[\"TELEPORTED\",\"SOMEWHERE\"]', OTHER",
        "'[\"RUNNING\",\"SOMEWHERE\"]', RUNNING",
        "'[\"PENDING\",\"REQUEUED\"]', REQUEUED",
        "'\"TIMEOUT\"', TIMEOUT"
    })
    void an_unknown_state_is_no_end_and_unknown_flags_do_not_count(String json, SlurmState state) {
        assertThat(job("\"job_state\":" + json).state()).isEqualTo(state);
    }

    @Test
    void a_start_that_cannot_be_foreseen_is_left_out() {
        assertThat(job("\"job_state\":\"PENDING\",\"start_time\":9999999999").expected())
                .isEmpty();
        assertThat(job("\"job_state\":\"PENDING\",\"start_time\":0").expected()).isEmpty();
        assertThat(job("\"job_state\":\"PENDING\",\"start_time\":\"soon\"").expected())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'0-2,5', 'a_0 a_2 a_5'",
        "'5', 'a_5'",
        "'0,7-8%4', 'a_0 a_7'",
        "'0-2%5', 'a_0 a_2'",
        "'0-20:2', 'a_0 a_2 a_4'",
        "'1-7:3,5', 'a_4 a_5 a_7'",
        "'0,2,...', 'a_0 a_2 a_4 a_5 a_7'",
        "'0,2,4,5...', 'a_0 a_2 a_4 a_5 a_7'",
        "'0-4,7...%2', 'a_0 a_2 a_4 a_5 a_7'",
        "'6,7...', 'a_7'",
        "'...', 'a_0 a_2 a_4 a_5 a_7'",
        "'', ''"
    })
    void the_waiting_jobs_of_an_array_are_told_for_each_run_that_was_asked_for(String indices, String expected) {
        RestReply reply = RestReply.read(
                new ByteArrayInputStream("""
                        {"jobs": [{"job_id": 5, "array_job_id": 5, "array_task_id": null, "array_task_string": "%s",
                                   "user_id": 1000, "name": "a", "job_state": "PENDING"}]}
                        """.formatted(indices).getBytes(StandardCharsets.UTF_8)),
                RestReply.Wanted.named(List.of("a", "a_0", "a_2", "a_4", "a_5", "a_7")),
                NOW);

        assertThat(reply.jobs().stream().map(SlurmJob::name).collect(Collectors.joining(" ")))
                .isEqualTo(expected);
        assertThat(reply.jobs()).allSatisfy(job -> assertThat(job.number())
                .isEqualTo("5" + job.name().substring(1)));
    }

    @Test
    void a_job_with_an_entry_of_its_own_does_not_wait() {
        String waiting = """
                {"job_id": 5, "array_job_id": 5, "array_task_id": null, "array_task_string": "0,...",
                 "user_id": 1000, "name": "one", "job_state": "PENDING"}""";
        String own =
                waiting.replace("null", "0").replace("PENDING", "COMPLETED").replace("0,...", "");

        for (String jobs : List.of(waiting + "," + own, own + "," + waiting)) {
            assertThat(read("{\"jobs\": [" + jobs + "]}").jobs())
                    .singleElement()
                    .satisfies(job -> assertThat(job.state()).isEqualTo(SlurmState.COMPLETED));
        }
    }

    @Test
    void jobs_of_an_unknown_form_and_other_jobs_are_left_out() {
        RestReply reply = read("""
                {"new_field": {"deep": [1, {"jobs": [7]}]},
                 "jobs": [7, null, "x", {}, {"job_id": "x", "user_id": 5, "name": "one", "job_state": "RUNNING"},
                          {"job_id": 8, "user_id": 5, "name": "one"},
                          {"job_id": 9, "user_id": 5, "name": "other", "job_state": "RUNNING"},
                          {"job_id": 11, "name": "one", "job_state": "RUNNING"},
                          {"job_id": 12, "user_id": "x", "name": "one", "job_state": "RUNNING"},
                          {"job_id": 10, "user_id": 5, "name": "two", "job_state": "RUNNING", "restart_cnt": "many"}]}
                """);

        assertThat(reply.jobs()).extracting(SlurmJob::number).containsExactly("10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bad gateway", "{\"jobs\":[{\"job_id\":7", "{\"jobs\":[]", "{\"jobs\":[],\"errors\":["})
    void an_answer_that_is_cut_off_or_no_json_is_none(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(JacksonException.class);
    }

    @Test
    void json_without_a_list_of_jobs_lists_nothing() {
        for (String json : List.of("", "{}", "[]", "7", "{\"jobs\":{\"7\":{}}}")) {
            assertThat(read(json).listed()).as(json).isFalse();
        }
    }

    @Test
    void messages_come_with_their_numbers_in_each_form() {
        RestReply reply = read("""
                {"errors": [{"error_code": 2029, "error": "Invalid feature specification"},
                            {"error_number": -1, "error": "Unspecified error", "description": "Failed"},
                            {"something": "new"}]}
                """);

        assertThat(reply.words()).isEqualTo("Invalid feature specification\nFailed: Unspecified error\n");
        assertThat(reply.errors()).extracting(RestReply.Fault::isUnspecified).containsExactly(false, true, false);
    }

    @Test
    void a_number_is_that_of_a_job_alone() {
        assertThat(read("{\"job_id\":12,\"errors\":[]}").number()).contains("12");
        assertThat(read("{\"job_id\":0}").number()).isEmpty();
        assertThat(read("{\"job_id\":\"x\"}").number()).isEmpty();
        assertThat(read("{}").number()).isEmpty();
    }

    @Test
    void speaks_the_newest_version_that_is_known_and_else_the_nearest() {
        assertThat(choose(36, 38, 37)).contains(new RestVersion(38));
        assertThat(choose(41, 99, 42)).contains(new RestVersion(42));
        assertThat(choose(99, 98)).contains(new RestVersion(98));
        assertThat(choose()).isEmpty();
        assertThat(new RestVersion(40).path("jobs")).isEqualTo("/slurm/v0.0.40/jobs");
    }

    private static Optional<RestVersion> choose(int... numbers) {
        var openapi = JsonMapper.builder().build().createObjectNode();
        var paths = openapi.putObject("paths");
        paths.putObject("/openapi/v3");
        for (int number : numbers) {
            paths.putObject("/slurm/v0.0." + number + "/job/submit");
            paths.putObject("/slurm/v0.0." + number + "/jobs");
        }
        return RestVersion.choose(openapi);
    }
}
