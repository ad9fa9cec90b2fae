package dev.slipway.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.Demand;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunPath;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the fields by which a form asks for machines. */
class DemandFieldsTest {
    private static final ResourceDemand ALL = new ResourceDemand(
            Optional.of(new CountRange(2, Optional.of(4))),
            Optional.of(2),
            Optional.of(3),
            Optional.of(8),
            Optional.of(1L << 30),
            true,
            new ClusterChoice(
                    Optional.of("rack1&ssd"), Optional.of("night"), Optional.of("high"), Optional.of("risk"), true),
            MpiFlavour.MPICH);

    private static JobForm blank(int processes) {
        return JobForm.blank()
                .with("name", "var")
                .with("executable", "var-mc")
                .with("processes", Integer.toString(processes));
    }

    private static JobRequest request(ResourceDemand demand) {
        LaunchRequest launch = LaunchRequest.of(
                        MpiProgram.of("var-mc", List.of(), Map.of(), 4), new RunPath("out"), new RunPath("err"))
                .on(demand);
        return new JobRequest(
                "var",
                Optional.empty(),
                Optional.empty(),
                launch,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    @Test
    void the_form_of_all_demands_comes_to_equal_ones() {
        JobForm form = JobForm.of(request(ALL));

        assertThat(JobForm.ofJson(form.json()).checked().request()).contains(request(ALL));
        assertThat(JobForm.FIELDS.stream().map(Field::name))
                .containsAll(form.values().keySet());
    }

    @Test
    void a_run_without_demands_leaves_their_fields_empty() {
        JobForm form = JobForm.of(request(ResourceDemand.NONE));

        assertThat(form.values())
                .doesNotContainKeys(DemandFields.ALL.stream().map(Field::name).toArray(String[]::new));
        assertThat(form.checked().request()).contains(request(ResourceDemand.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "hosts, few, the number of hosts is neither a whole number nor a range: \"few\"",
        "hosts, 4-2, the number of hosts is neither a whole number nor a range: \"4-2\"",
        "hosts, 0, the number of hosts is neither a whole number nor a range: \"0\"",
        "hosts, 2, the processes cannot be placed on the hosts: 2 hosts for 1 process",
        "processesPerHost, 0, the number of processes on each host is not a whole number of at least 1: \"0\"",
        "threads, 0, the number of threads is not a whole number of at least 1: \"0\"",
        "processorsPerHost, x, the number of processors on each host is not a whole number of at least 1: \"x\"",
        "memoryPerHost, 2 GB, the memory on each host is not a whole number of at least 1: \"2 GB\"",
        "flavour, lam, the implementation of MPI is none of its choices: \"lam\""
    })
    void a_wrong_value_is_told_at_its_field(String field, String value, String message) {
        assertThat(blank(1).with(field, value).checked().problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.field()).isEqualTo(field);
                    assertThat(problem.message()).isEqualTo(message);
                });
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "1-4, 1 to 4", "2 - 4, 2 to 4", "2-, 2 or more"})
    void a_number_of_hosts_is_typed_as_a_number_or_a_range(String text, String range) {
        LaunchRequest launch =
                blank(4).with("hosts", text).checked().request().orElseThrow().launch();

        assertThat(launch.demand().hosts().orElseThrow()).hasToString(range);
    }

    @Test
    void a_name_with_a_line_end_is_told_at_its_field() {
        for (String field : List.of("constraint", "reservation", "qos", "account")) {
            assertThat(blank(1).with(field, "a\nb").checked().problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.field()).isEqualTo(field));
        }
    }

    @Test
    void every_field_of_a_demand_is_known_as_one() {
        assertThat(DemandFields.ALL.stream().map(field -> DemandFields.demand(field.name())))
                .containsExactlyElementsOf(
                        Arrays.stream(Demand.values()).map(Optional::of).toList());
        assertThat(DemandFields.demand("wallTime")).isEmpty();
    }
}
