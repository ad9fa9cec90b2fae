package dev.slipway.web.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RiskFiguresTest {
    private static final String WITHOUT = "measure,confidence,value,lower,upper\nvar_mean,0.99,100,90,110\n";
    private static final String WITH = "desk,measure,confidence,value,lower,upper\n,var_mean,0.99,300,290,310\n"
            + "Rates,var_mean,0.99,200,190,210\nEquity,var_mean,0.99,150,140,160\n";

    @Test
    void a_file_without_desks_tells_of_all() throws IOException {
        RiskFigures figures = read(WITHOUT);

        assertThat(figures.ofAll()).extracting(RiskFigures.Figure::value).containsExactly(100.0);
        assertThat(figures.byDesk()).isEmpty();
    }

    @Test
    void a_row_without_a_desk_is_the_banks() throws IOException {
        RiskFigures figures = read(WITH);

        assertThat(figures.ofAll()).extracting(RiskFigures.Figure::value).containsExactly(300.0);
        assertThat(figures.byDesk()).extracting(RiskFigures.Figure::desk).containsExactly("Rates", "Equity");
        assertThat(figures.cut()).isFalse();
    }

    @Test
    void figures_over_one_horizon_are_those_of_the_bank_with_it_or_without_any() throws IOException {
        String header = "desk,measure,confidence,value,horizon_days\n";
        RiskFigures morning = read(header + ",var_mean,0.99,300,10\n,var_mean,0.99,700,60\n,today_value,,5,\n"
                + "Rates,var_mean,0.99,200,10\nRates,var_mean,0.99,500,60\n");

        assertThat(morning.over("10")).extracting(RiskFigures.Figure::value).containsExactly(300.0, 5.0);
    }

    @Test
    void a_line_over_one_of_several_horizons_is_named_in_words() {
        assertThat(MeasureName.of("es_mean_97.5_10d")).isEqualTo(new MeasureName("es_mean", "10", "97.5 %"));
        assertThat(MeasureName.of("var_mean_99")).isEqualTo(new MeasureName("var_mean", "", "99 %"));
    }

    @Test
    void a_very_long_file_is_cut_and_says_so() throws IOException {
        RiskFigures figures = read("desk,measure,confidence,value\n"
                + IntStream.range(0, 2000)
                        .mapToObj(i -> "d" + i + ",var_mean,0.99,1")
                        .collect(Collectors.joining("\n")));

        assertThat(figures.byDesk()).hasSize(1000);
        assertThat(figures.cut()).isTrue();
    }

    private static RiskFigures read(String csv) throws IOException {
        return RiskFigures.read(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
    }
}
