package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressFileTest {
    @Test
    void a_line_may_tell_value_at_risk_and_shortfall_at_several_levels_in_its_own_order() {
        RunProgress progress = ProgressFile.parse(
                        "{\"done\":5,\"of\":10,\"figures\":{\"var_mean_99\":3,\"var_mean_99_lower\":2,\"var_mean_99_upper\":4.5,"
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
    void a_line_may_tell_no_figure() {
        assertThat(ProgressFile.parse("{\"done\":0,\"of\":10}").orElseThrow().figures())
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
}
