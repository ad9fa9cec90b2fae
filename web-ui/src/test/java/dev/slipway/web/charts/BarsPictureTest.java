package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.request.Axes;
import dev.slipway.web.results.UndrawableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BarsPictureTest {
    @Test
    void bars_begin_at_zero_and_go_both_ways() throws Exception {
        BarsPicture picture = picture("label,value\nrates,30\nfx,-10\nflat,0\n");

        assertThat(picture.zero()).isEqualTo(250);
        assertThat(picture.interval()).isFalse();
        assertThat(bars(picture)).extracting(BarsPicture.Bar::label).containsExactly("rates", "fx", "flat");
        assertThat(bars(picture)).extracting(BarsPicture.Bar::x).containsExactly(250.0, 0.0, 250.0);
        assertThat(bars(picture)).extracting(BarsPicture.Bar::width).containsExactly(750.0, 250.0, 0.0);
        assertThat(bars(picture)).extracting(BarsPicture.Bar::negative).containsExactly(false, true, false);
    }

    @Test
    void intervals_fit_beside_their_bars_and_may_be_missing() throws Exception {
        BarsPicture picture = picture("upper,label,lower,value\n50,rates,10,30\n,\"fx, spot\",,20\n");

        BarsPicture.Bar first = bars(picture).get(0);
        assertThat(first.interval()).isEqualTo("10 \u2026 50");
        assertThat(first.bandX()).isEqualTo(200);
        assertThat(first.bandX() + first.bandWidth()).isEqualTo(1000);
        assertThat(bars(picture).get(1)).satisfies(bar -> {
            assertThat(bar.label()).isEqualTo("fx, spot");
            assertThat(bar.interval()).isEmpty();
            assertThat(bar.bandWidth()).isZero();
        });
    }

    @Test
    void all_of_nothing_has_a_picture() throws Exception {
        assertThat(bars(picture("label,value\na,0\nb,0\n"))).hasSize(2);
    }

    @Test
    void of_many_the_largest_are_drawn_and_the_others_added_up() throws Exception {
        BarsPicture picture = picture("label,value\n"
                + IntStream.range(0, 1050)
                        .mapToObj(i -> "f" + i + "," + (i % 2 == 0 ? i : -i))
                        .collect(Collectors.joining("\n")));

        BarsPicture.Group group = picture.groups().get(0);
        assertThat(group.bars())
                .extracting(BarsPicture.Bar::label)
                .containsExactlyElementsOf(
                        IntStream.range(1000, 1050).mapToObj(i -> "f" + i).toList());
        assertThat(group.more()).isEqualTo("1,000");
        assertThat(group.rest().value()).isEqualTo("-500.00");
    }

    @Test
    void of_equal_bars_the_first_are_drawn() throws Exception {
        BarsPicture picture = picture("label,value\n"
                + IntStream.range(0, 60).mapToObj(i -> "f" + i + ",1").collect(Collectors.joining("\n")));

        assertThat(bars(picture))
                .extracting(BarsPicture.Bar::label)
                .startsWith("f0")
                .endsWith("f49");
        assertThat(picture.groups().get(0).rest().width()).isEqualTo(1000);
    }

    @Test
    void bars_over_different_horizons_stand_apart() throws Exception {
        BarsPicture picture = picture(
                "level,kind,label,value,horizon_days\n0.99,desk,fx,3,1\n0.99,desk,fx,9,10\n0.99,desk,rates,1,1\n");

        assertThat(picture.groups())
                .extracting(group -> group.horizon() + " " + group.bars().size())
                .containsExactly("1 2", "10 1");
    }

    @Test
    void rows_of_one_level_and_kind_stand_together_on_one_scale() throws Exception {
        String factors = IntStream.range(0, 20)
                .mapToObj(i -> "0.99,factor,f" + i + "," + (20 - i) + ",,,7\n")
                .collect(Collectors.joining());
        BarsPicture picture = picture("level,kind,label,value,lower,upper,position\n0.975,desk,fx,50,40,60,1\n"
                + "0.99,desk,fx,80,70,100,1\n0.99,desk,rates,20,,,1\n" + factors);

        assertThat(picture.groups())
                .extracting(group ->
                        group.kind() + " " + group.level() + " " + group.bars().size() + " " + group.more())
                .containsExactly("desk 97.5 % 1 ", "desk 99 % 2 ", "factor 99 % 15 5");
        assertThat(bars(picture)).extracting(BarsPicture.Bar::width).startsWith(500.0, 800.0, 200.0, 200.0, 190.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name,value;a,1|column label is missing",
                "label,pnl;a,1|column value is missing",
                "label,value,lower;a,1,0|column upper is missing",
                "label,value;|the file has no row below its header",
                "label,value;a,1;b,much|line 3, column value is not a number: \"much\"",
                "label,value;a,|line 2, column value is not a number: \"\"",
                "label,value,lower,upper;a,1,x,2|line 2, column lower is not a number: \"x\"",
                "label,value,lower,upper;a,1,3,2|line 2: lower is above upper",
                "level,label,value;x,a,1|line 2, column level is not a number: \"x\"",
                "label,value;a,1,2|line 2 has 3 cells, and the header has 2"
            })
    void what_are_no_bars_is_told_by_line_and_column(String csv, String words) {
        assertThatThrownBy(() -> picture(csv.replace(';', '\n')))
                .isInstanceOf(UndrawableException.class)
                .hasMessage(words);
    }

    private static List<BarsPicture.Bar> bars(BarsPicture picture) {
        return picture.groups().stream().flatMap(group -> group.bars().stream()).toList();
    }

    private static BarsPicture picture(String csv) throws IOException, UndrawableException {
        return BarsPicture.of(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), Axes.NONE);
    }
}
