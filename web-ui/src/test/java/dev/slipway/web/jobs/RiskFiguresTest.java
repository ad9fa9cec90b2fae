package dev.slipway.web.jobs;

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
    void the_histogram_marks_the_banks_figures_alone() throws IOException {
        byte[] pnl = ("pnl\n"
                        + IntStream.rangeClosed(-400, 400)
                                .mapToObj(String::valueOf)
                                .collect(Collectors.joining("\n")))
                .getBytes(StandardCharsets.UTF_8);
        PnlBins bins =
                PnlBins.of(() -> new ByteArrayInputStream(pnl), PnlColumn.MOST).orElseThrow();

        assertThat(Histogram.of(bins, read(WITH)).marks())
                .extracting(Histogram.Mark::value)
                .containsExactly("300.00", "0");
    }

    @Test
    void desks_are_compared_where_both_runs_tell_of_them() throws IOException {
        RiskFigures other = read(WITH.replace("200,190,210", "250,240,260").replace("Equity", "Credit"));

        assertThat(ComparePages.desks(read(WITHOUT).byDesk(), read(WITH).byDesk()))
                .isEmpty();
        assertThat(ComparePages.desks(read(WITH).byDesk(), other.byDesk()))
                .extracting(
                        ComparisonView.Figure::desk, ComparisonView.Figure::difference, ComparisonView.Figure::percent)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Rates", "+50", "+25 %"),
                        org.assertj.core.groups.Tuple.tuple("Equity", "", ""),
                        org.assertj.core.groups.Tuple.tuple("Credit", "", ""));
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
