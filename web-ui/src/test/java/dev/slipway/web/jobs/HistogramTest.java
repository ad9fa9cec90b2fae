package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static Histogram picture(String pnl, String figures) throws IOException {
        RiskFigures table = RiskFigures.read(stream("measure,confidence,value,lower,upper\n" + figures));
        return Histogram.of(PnlBins.of(() -> stream(pnl), PnlColumn.MOST).orElseThrow(), table);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
