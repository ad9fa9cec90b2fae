package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.request.Axes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        assertThat(picture.bars()).extracting(BarsPicture.Bar::label).containsExactly("rates", "fx", "flat");
        assertThat(picture.bars()).extracting(BarsPicture.Bar::x).containsExactly(250.0, 0.0, 250.0);
        assertThat(picture.bars()).extracting(BarsPicture.Bar::width).containsExactly(750.0, 250.0, 0.0);
        assertThat(picture.bars()).extracting(BarsPicture.Bar::negative).containsExactly(false, true, false);
    }

    @Test
    void intervals_fit_beside_their_bars_and_may_be_missing() throws Exception {
        BarsPicture picture = picture("upper,label,lower,value\n50,rates,10,30\n,\"fx, spot\",,20\n");

        BarsPicture.Bar first = picture.bars().get(0);
        assertThat(first.interval()).isEqualTo("10 \u2026 50");
        assertThat(first.bandX()).isEqualTo(200);
        assertThat(first.bandX() + first.bandWidth()).isEqualTo(1000);
        assertThat(picture.bars().get(1)).satisfies(bar -> {
            assertThat(bar.label()).isEqualTo("fx, spot");
            assertThat(bar.interval()).isEmpty();
            assertThat(bar.bandWidth()).isZero();
        });
    }

    @Test
    void all_of_nothing_has_a_picture() throws Exception {
        assertThat(picture("label,value\na,0\nb,0\n").bars()).hasSize(2);
    }

    @Test
    void of_many_the_first_are_drawn_and_the_others_counted() throws Exception {
        BarsPicture picture = picture("label,value\n"
                + IntStream.range(0, 1050).mapToObj(i -> "f" + i + "," + i).collect(Collectors.joining("\n")));

        assertThat(picture.bars()).hasSize(50);
        assertThat(picture.more()).isEqualTo("1,000");
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
                "label,value;a,1,2|line 2 has 3 cells, and the header has 2"
            })
    void what_are_no_bars_is_told_by_line_and_column(String csv, String words) {
        assertThatThrownBy(() -> picture(csv.replace(';', '\n')))
                .isInstanceOf(UndrawableException.class)
                .hasMessage(words);
    }

    private static BarsPicture picture(String csv) throws IOException, UndrawableException {
        return BarsPicture.of(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), Axes.NONE);
    }
}
