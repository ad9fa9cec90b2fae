package dev.slipway.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportedFiguresTest {

    @Test
    void figures_have_their_bounds_in_brackets() {
        assertThat(ReportedFigures.words(Map.of(
                        "var_mean_99",
                        1_545_287.261,
                        "var_mean_99_lower",
                        1_421_245.5,
                        "var_mean_99_upper",
                        1_661_718.83)))
                .isEqualTo("var_mean_99 = 1,545,287.26 (1,421,245.50 to 1,661,718.83)");
    }

    @Test
    void a_name_that_only_looks_like_a_bound_is_a_figure() {
        assertThat(ReportedFigures.words(Map.of("price_lower", 2.0, "error", 0.000125)))
                .isEqualTo("error = 0.000125000, price_lower = 2.00");
    }

    @Test
    void a_program_without_figures_gives_no_words() {
        assertThat(ReportedFigures.words(Map.of())).isEmpty();
    }
}
