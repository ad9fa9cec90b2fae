package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressFileTest {
    @Test
    void a_line_may_tell_value_at_risk_and_shortfall_at_several_levels_in_its_own_order() {
        RunProgress progress = ProgressFile.parse(
                        "{\"done\":5,\"of\":10,\"figures\":{\"var_mean_99\":3,\"var_mean_99_lower\":2,"
                                + "\"var_mean_99_upper\":4.5,"
                                + "\"var_mean_97.5\":2,\"es_mean_99\":5e0,\"es_mean_97.5\":4}}")
                .orElseThrow();

        assertThat(progress.figures().keySet())
                .containsExactly(
                        "var_mean_99",
                        "var_mean_99_lower",
                        "var_mean_99_upper",
                        "var_mean_97.5",
                        "es_mean_99",
                        "es_mean_97.5");
        assertThat(progress.figures()).containsEntry("var_mean_99_upper", 4.5).containsEntry("es_mean_99", 5.0);
    }

    @Test
    void the_way_so_far_has_its_reports_in_order_and_begins_where_the_count_began_last(@TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("p"), """
                {"done":7,"of":10}
                {"done":1,"of":10}
                no report
                {"done":1,"of":10}
                {"done":4,"of":10}
                {"done":5,"of":1""");

        assertThat(ProgressFile.way(folder, "p")).extracting(RunProgress::done).containsExactly(1L, 1L, 4L);
        assertThat(ProgressFile.way(folder, "none")).isEmpty();
    }

    @Test
    void of_a_long_way_some_reports_at_equal_distances_are_kept_and_the_last(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("p"),
                IntStream.rangeClosed(1, 50_000)
                        .mapToObj(i -> "{\"done\":" + i + ",\"of\":50000}\n")
                        .collect(Collectors.joining()));

        List<RunProgress> way = ProgressFile.way(folder, "p");
        assertThat(way).hasSizeBetween(200, 400);
        assertThat(way.get(way.size() - 1).done()).isEqualTo(50_000);
        assertThat(way).extracting(RunProgress::done).isSorted();
    }

    @Test
    void a_line_may_tell_no_figure() {
        assertThat(ProgressFile.parse("{\"done\":0,\"of\":10}").orElseThrow().figures())
                .isEmpty();
    }

    @Test
    void a_line_may_say_what_the_program_does_now() {
        assertThat(ProgressFile.parse("{\"done\":1,\"of\":3,\"phase\":\"pass 2 of 3\",\"figures\":{\"gb_per_s\":1.2}}")
                        .orElseThrow())
                .isEqualTo(
                        new RunProgress(1, 3, Map.of("gb_per_s", 1.2), Optional.of("pass 2 of 3"), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "null", "\"\"", "\" \"", "\"two\\nlines\"", "[\"pass\"]"})
    void what_is_no_line_of_words_is_no_phase(String phase) {
        assertThat(ProgressFile.parse("{\"done\":1,\"of\":3,\"phase\":" + phase + "}")
                        .orElseThrow()
                        .phase())
                .isEmpty();
    }

    @Test
    void of_many_figures_the_first_64_are_kept() {
        String figures =
                IntStream.range(0, 70).mapToObj(i -> "\"f" + i + "\":" + i).collect(Collectors.joining(","));

        assertThat(ProgressFile.parse("{\"done\":1,\"of\":2,\"figures\":{" + figures + "}}")
                        .orElseThrow()
                        .figures())
                .hasSize(64)
                .containsKey("f63");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"done\":1,\"of\":2,\"figures\":{\"a\":\"1\"}}",
                "{\"done\":1,\"of\":2,\"figures\":{\"a\":null}}",
                "{\"done\":1,\"of\":2,\"figures\":{\"a\":1e999}}",
                "{\"done\":1,\"of\":2,\"figures\":[1]}"
            })
    void what_is_no_number_is_left_out(String line) {
        assertThat(ProgressFile.parse(line).orElseThrow().figures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "done", "{\"done\":3,\"of\":2}", "{\"done\":-1,\"of\":2}", "{\"done\":1.5,\"of\":2}"})
    void what_is_no_report_counts_as_nothing(String line) {
        assertThat(ProgressFile.parse(line)).isEmpty();
    }

    @Test
    void a_stream_launcher_tells_kernels_and_links() {
        String line = """
                {"done":5,"of":9,"figures":{"p50_us":4.1},"kernels":[
                {"name":"generator","state":"running","in":3,"in_per_s":1.5,"out":5,"out_per_s":2.5},
                {"name":"engine","state":"died","signal":9,"in":4,"in_per_s":0.0,"out":4,"out_per_s":0.0}],
                "links":[{"from":"generator","to":["engine","store"],"records":5,"per_s":2.5,"each":[5,4]},
                {"from":"engine","to":["generator"],"records":4,"per_s":0}]}""".replace("\n", "");

        RunProgress progress = ProgressFile.parse(line).orElseThrow();

        assertThat(progress.figures()).containsEntry("p50_us", 4.1);
        assertThat(progress.streams())
                .contains(new StreamCounts(
                        List.of(
                                new StreamCounts.Kernel("generator", StreamCounts.State.RUNNING, 0, 0, 3, 5),
                                new StreamCounts.Kernel("engine", StreamCounts.State.DIED, 0, 9, 4, 4)),
                        List.of(
                                new StreamCounts.Link("generator", List.of("engine", "store"), 5, 2.5, List.of(5L, 4L)),
                                new StreamCounts.Link("engine", List.of("generator"), 4, 0, List.of()))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "'kernels':[]",
                "'kernels':[{'name':'a','state':'asleep','in':0,'out':0}],'links':[]",
                "'kernels':[{'name':'a\\u0007','state':'ended','in':0,'out':0}],'links':[]",
                "'kernels':[{'name':'a','state':'ended','in':-1,'out':0}],'links':[]",
                "'kernels':[{'name':'a','state':'ended','in':0}],'links':[]",
                "'kernels':[1],'links':[]",
                "'kernels':[],'links':[{'from':'a','to':[],'records':1,'per_s':1}]",
                "'kernels':[],'links':[{'from':'a','to':['b'],'records':1,'per_s':-1}]",
                "'kernels':[],'links':[{'from':'a','to':['b'],'records':1.5,'per_s':1}]",
                "'kernels':[],'links':[{'from':'a','to':['b'],'records':1,'per_s':1,'each':[1,2]}]"
            })
    void counts_that_are_not_sound_are_none_and_the_rest_holds(String members) {
        String line = "{\"done\":1,\"of\":2" + (members.isEmpty() ? "" : "," + members.replace('\'', '"')) + "}";

        RunProgress progress = ProgressFile.parse(line).orElseThrow();

        assertThat(progress.done()).isEqualTo(1);
        assertThat(progress.streams()).isEmpty();
    }
}
