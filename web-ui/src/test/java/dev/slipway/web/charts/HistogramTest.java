package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.web.results.PnlColumn;
import dev.slipway.web.results.RiskFigures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistogramTest {
    private static final String UNIFORM =
            "pnl\n" + IntStream.rangeClosed(-100, 100).mapToObj(String::valueOf).collect(Collectors.joining("\n"));

    @Test
    void marks_stand_as_far_below_the_mean_as_their_figures_say() throws IOException {
        Histogram picture = picture(UNIFORM, "var_mean,0.95,90,88,92\nvar_mean,0.99,98,97,99\nes_mean,0.95,95,94,96\n");

        Axis across = new Axis(-100, 100, Histogram.LEFT, Histogram.WIDTH - Histogram.LEFT - Histogram.RIGHT);
        assertThat(picture.marks())
                .extracting(mark -> mark.kind() + mark.confidence(), Histogram.Mark::x)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("var_mean99", across.at(-98)),
                        org.assertj.core.groups.Tuple.tuple("es_mean95", across.at(-95)),
                        org.assertj.core.groups.Tuple.tuple("var_mean95", across.at(-90)),
                        org.assertj.core.groups.Tuple.tuple("mean", across.at(0)));
        assertThat(picture.marks().get(2).bandX()).isEqualTo(across.at(-92));
        assertThat(picture.marks().get(2).bandWidth()).isGreaterThan(0);
    }

    @Test
    void labels_of_neighbouring_marks_stand_in_different_rows() throws IOException {
        Histogram picture = picture(UNIFORM, "var_mean,0.95,90,,\nvar_mean,0.99,91,,\nes_mean,0.99,92,,\n");

        assertThat(picture.marks()).extracting(Histogram.Mark::row).containsExactly(0, 1, 2, 0);
        assertThat(picture.top()).isEqualTo(10 + 3 * Histogram.LABELS);
    }

    @Test
    void bars_fit_the_plot_and_those_beyond_the_outermost_var_are_its_tail() throws IOException {
        Histogram picture = picture(UNIFORM, "var_mean,0.95,50,,\nvar_mean,0.99,80,,\n");

        assertThat(picture.bars()).hasSize(PnlBins.BINS).allSatisfy(bar -> {
            assertThat(bar.x()).isBetween(Histogram.LEFT, Histogram.WIDTH);
            assertThat(bar.y()).isBetween(picture.top(), picture.floor());
            assertThat(bar.y() + bar.height()).isEqualTo(picture.floor());
        });
        assertThat(picture.bars().stream().filter(Histogram.Bar::tail)).hasSize(6);
    }

    @Test
    void a_mark_far_outside_the_values_is_not_drawn_and_does_not_squash_the_bars() throws IOException {
        Histogram picture = picture(UNIFORM, "var_mean,0.95,1e30,,\nes_mean,0.95,NaN,,\nvar_mean,x,5,,\n");

        assertThat(picture.marks()).extracting(Histogram.Mark::kind).containsExactly("mean");
    }

    @Test
    void counts_on_the_axis_are_whole() throws IOException {
        Histogram picture = picture("pnl\n1\n2\n", "");

        assertThat(picture.up()).extracting(Axis.Tick::label).containsExactly("0", "1");
    }

    @Test
    void marks_are_over_the_horizon_of_the_bars() throws IOException {
        String pnl = "pnl,horizon_days\n"
                + IntStream.rangeClosed(-100, 100)
                        .mapToObj(i -> i + ",10\n" + 9 * i + ",60\n")
                        .collect(Collectors.joining());
        RiskFigures figures = RiskFigures.read(stream("measure,confidence,value,horizon_days\nvar_mean,0.99,600,60\n"
                + "var_mean,0.99,98,10\nes_mean,0.99,99,\nvar_mean,0.95,80,10\n"));

        Histogram picture =
                Histogram.of(PnlBins.of(() -> stream(pnl), PnlColumn.MOST).orElseThrow(), figures);

        assertThat(picture.rows().horizon()).isEqualTo("10");
        assertThat(picture.rows().others()).isTrue();
        assertThat(picture.marks()).extracting(Histogram.Mark::value).containsExactly("99", "98", "80", "0");
        assertThat(picture(UNIFORM, "").rows().horizon()).isEmpty();
    }

    @Test
    void two_pictures_mark_the_outermost_confidence_over_their_own_horizons() throws IOException {
        PairedHistogram picture = PairedHistogram.of(side("a", "10"), side("b", "60"));

        assertThat(picture.marks())
                .extracting(mark -> mark.side() + " " + mark.kind() + mark.confidence() + " " + mark.value())
                .containsExactlyInAnyOrder("a var_mean95 10", "b var_mean99 60");
        assertThat(picture.horizons().ofA() + " " + picture.horizons().ofB()).isEqualTo("10 60");
        assertThat(picture.horizons().others()).isFalse();
    }

    @Test
    void the_histogram_marks_the_banks_figures_alone() throws IOException {
        String pnl = "pnl\n"
                + IntStream.rangeClosed(-400, 400).mapToObj(String::valueOf).collect(Collectors.joining("\n"));
        RiskFigures figures =
                RiskFigures.read(stream("desk,measure,confidence,value,lower,upper\n,var_mean,0.99,300,290,310\n"
                        + "Rates,var_mean,0.99,200,190,210\nEquity,var_mean,0.99,150,140,160\n"));
        PnlBins bins = PnlBins.of(() -> stream(pnl), PnlColumn.MOST).orElseThrow();

        assertThat(Histogram.of(bins, figures).marks())
                .extracting(Histogram.Mark::value)
                .containsExactly("300.00", "0");
    }

    private static PairedHistogram.Side side(String name, String horizon) throws IOException {
        String pnl = IntStream.rangeClosed(-100, 100)
                .mapToObj(i -> i + "," + horizon + "\n")
                .collect(Collectors.joining());
        return new PairedHistogram.Side(
                name,
                PnlBins.of(() -> stream("pnl,horizon_days\n" + pnl), PnlColumn.MOST)
                        .orElseThrow(),
                RiskFigures.read(
                        stream("measure,confidence,value,horizon_days\nvar_mean,0.95,10,10\nvar_mean,0.99,60,60\n")));
    }

    private static Histogram picture(String pnl, String figures) throws IOException {
        RiskFigures table = RiskFigures.read(stream("measure,confidence,value,lower,upper\n" + figures));
        return Histogram.of(PnlBins.of(() -> stream(pnl), PnlColumn.MOST).orElseThrow(), table);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
