package dev.slipway.web.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import dev.slipway.web.results.MeasureOfDesks;
import dev.slipway.web.results.RiskFigures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ComparedFiguresTest {
    private static final String WITHOUT = "measure,confidence,value,lower,upper\nvar_mean,0.99,100,90,110\n";
    private static final String WITH = "desk,measure,confidence,value,lower,upper\n,var_mean,0.99,300,290,310\n"
            + "Rates,var_mean,0.99,200,190,210\nEquity,var_mean,0.99,150,140,160\n";

    @Test
    void desks_are_compared_where_both_runs_tell_of_them() throws IOException {
        RiskFigures other = read(WITH.replace("200,190,210", "250,240,260").replace("Equity", "Credit"));

        assertThat(ComparePages.desks(read(WITHOUT).byDesk(), read(WITH).byDesk()))
                .isEmpty();
        assertThat(ComparePages.desks(read(WITH).byDesk(), other.byDesk()))
                .singleElement()
                .satisfies(measure -> assertThat(measure.measure() + " " + measure.confidence())
                        .isEqualTo("var_mean 99 %"))
                .extracting(MeasureOfDesks::figures, list(ComparisonView.Figure.class))
                .extracting(ComparisonView.Figure::desk, each -> each.numbers().difference(), each -> each.numbers()
                        .percent())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Rates", "+50", "+25 %"),
                        org.assertj.core.groups.Tuple.tuple("Equity", "", ""),
                        org.assertj.core.groups.Tuple.tuple("Credit", "", ""));
    }

    @Test
    void desks_are_paired_at_each_measure_and_level_in_any_order() throws IOException {
        String header = "desk,measure,confidence,value\n";
        RiskFigures morning = read(header + "Rates,var_mean,0.95,100\nRates,var_mean,0.99,200\nRates,es_mean,0.99,300\n"
                + "Equity,var_mean,0.95,10\nEquity,var_mean,0.99,20\nEquity,es_mean,0.99,30\n");
        RiskFigures noon = read(header + "Equity,es_mean,0.99,33\nEquity,var_mean,0.990,22\nRates,es_mean,0.99,240\n"
                + "Rates,var_mean,0.99,200\nRates,var_mean,0.975,150\n");

        assertThat(ComparePages.desks(morning.byDesk(), noon.byDesk()))
                .extracting(measure -> measure.measure() + " " + measure.confidence() + ": "
                        + measure.figures().stream()
                                .map(each -> each.desk() + " " + each.numbers().a() + " "
                                        + each.numbers().b() + " "
                                        + each.numbers().difference())
                                .collect(Collectors.joining(", ")))
                .containsExactly(
                        "var_mean 95 %: Rates 100.00  , Equity 10  ",
                        "var_mean 99 %: Rates 200.00 200.00 0, Equity 20 22 +2",
                        "es_mean 99 %: Rates 300.00 240.00 -60, Equity 30 33 +3",
                        "var_mean 97.5 %: Rates  150.00 ");
    }

    @Test
    void figures_over_different_horizons_are_told_apart() throws IOException {
        String header = "desk,measure,confidence,value,horizon_days\n";
        RiskFigures morning = read(header + ",var_mean,0.99,300,10\n,var_mean,0.99,700,60\n,today_value,,5,\n"
                + "Rates,var_mean,0.99,200,10\nRates,var_mean,0.99,500,60\n");
        RiskFigures noon = read(header + ",var_mean,0.99,310,10\n,today_value,,5,\n"
                + "Rates,var_mean,0.99,510,60\nRates,var_mean,0.99,200,10\n");

        assertThat(ComparePages.figures(morning.ofAll(), noon.ofAll()))
                .extracting(each -> each.measure() + " " + each.horizon() + " "
                        + each.numbers().difference())
                .containsExactly("var_mean 10 +10", "var_mean 60 ", "today_value  0");
        assertThat(ComparePages.desks(morning.byDesk(), noon.byDesk()))
                .extracting(measure -> measure.horizon() + " "
                        + measure.figures().get(0).numbers().difference())
                .containsExactly("10 0", "60 +10");
    }

    private static RiskFigures read(String csv) throws IOException {
        return RiskFigures.read(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
    }
}
