package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.request.Axes;
import dev.slipway.web.results.UndrawableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesPictureTest {
    @Test
    void each_further_column_is_a_line_and_its_bounds_are_its_band() throws Exception {
        SeriesPicture picture = picture("n,var,var_lower,var_upper,es\n0,10,8,12,20\n10,11,10,12,21\n", Axes.NONE);

        assertThat(picture.lines()).extracting(SeriesPicture.Line::name).containsExactly("var", "es");
        assertThat(picture.titles().x()).isEqualTo("n");
        assertThat(picture.spans()).isZero();
        assertThat(picture.lines().get(0).path()).matches("M112 [0-9.]+h0L746 [0-9.]+");
        // The path goes out along the upper bounds and back along the lower ones.
        assertThat(picture.lines().get(0).band()).matches("M112 [0-9.]+L746 [0-9.]+L746 [0-9.]+L112 [0-9.]+Z");
        assertThat(picture.lines().get(1).band()).isEmpty();
        assertThat(picture.table()).hasSize(2);
        assertThat(picture.table().get(0).cells().get(0)).isEqualTo(new SeriesPicture.Cell("10", "8 \u2026 12"));
    }

    @Test
    void an_empty_cell_is_a_gap_and_a_point_between_gaps_is_a_dot() throws Exception {
        SeriesPicture picture = picture("x,a\n0,1\n1,2\n2,\n3,1\n4,\n5,2\n6,2\n", Axes.NONE);

        assertThat(picture.lines().get(0).path().replaceAll("[0-9. ]+", "")).isEqualTo("MhLMhMhL");
        assertThat(picture.table().get(2).cells().get(0).value()).isEmpty();
    }

    @Test
    void titles_are_those_of_the_result() throws Exception {
        SeriesPicture picture = picture("n,a\n1,2\n", new Axes("Scenarios", "VaR, EUR", Axes.Log.NONE, "Convergence"));

        assertThat(picture.titles().x()).isEqualTo("Scenarios");
        assertThat(picture.titles().y()).isEqualTo("VaR, EUR");
    }

    @Test
    void equal_decades_are_equally_long_on_a_logarithmic_axis() throws Exception {
        SeriesPicture picture = picture("n,a\n100,1\n1000,2\n10000,3\n", new Axes("", "", Axes.Log.X, ""));

        assertThat(Arrays.stream(picture.lines().get(0).path().split("[ML]"))
                        .skip(1)
                        .map(point -> point.split(" ")[0]))
                .containsExactly("112", "429", "746");
        assertThat(picture.across()).extracting(Axis.Tick::label).contains("100", "1,000", "10k");
    }

    @Test
    void of_a_long_file_each_span_keeps_its_lowest_and_highest_value() throws Exception {
        int rows = 100_000;
        String csv = "n,a\n"
                + IntStream.range(0, rows)
                        .mapToObj(i -> i + "," + (i == 54_321 ? 1000 : i == 77_777 ? -1000 : i % 7))
                        .collect(Collectors.joining("\n"));

        SeriesPicture picture = picture(csv, Axes.NONE);

        SeriesPicture.Line line = picture.lines().get(0);
        Scale up = Scale.of(-1000, 1000, false, true, SeriesPicture.FLOOR, -SeriesPicture.HEIGHT);
        assertThat(picture.spans()).isPositive();
        assertThat(line.path()).contains(units(up.at(1000)), units(up.at(-1000)));
        assertThat(line.path().split("L")).hasSizeBetween(2 * picture.spans(), 4 * picture.spans());
        assertThat(line.lowest()).isEqualTo("-1,000.00");
        assertThat(picture.table()).hasSize(12);
        assertThat(picture.table().get(0).x()).isEqualTo("0");
        assertThat(picture.table().get(11).x()).isEqualTo("99,999");
        assertThat(picture.rows()).isEqualTo("100,000");
    }

    @Test
    void the_band_of_a_long_file_is_as_wide_as_its_outermost_bounds() throws Exception {
        String csv = "n,a,a_lower,a_upper\n"
                + IntStream.range(0, 5000)
                        .mapToObj(i -> i + ",0," + (i == 2500 ? -50 : -1) + "," + (i == 2501 ? 70 : 1))
                        .collect(Collectors.joining("\n"));

        SeriesPicture picture = picture(csv, Axes.NONE);

        Scale up = Scale.of(-50, 70, false, true, SeriesPicture.FLOOR, -SeriesPicture.HEIGHT);
        assertThat(picture.lines().get(0).band()).contains(units(up.at(-50)), units(up.at(70)));
    }

    @Test
    void one_point_and_equal_points_have_an_axis() throws Exception {
        assertThat(picture("x,a\n5,3\n", Axes.NONE).up()).isNotEmpty();
        assertThat(picture("x,a\n5,0\n5,0\n", new Axes("", "", Axes.Log.X, "")).across())
                .isNotEmpty();
    }

    /** Asserts messages that help the author of the program. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n;1|the file has no column of a line",
                "|the file has no column of a line",
                "n,a;|the file has no row below its header",
                "n,,a;1,2,3|column 2 has no name",
                "n,a,a;1,2,3|two columns are named \"a\"",
                "n,a,a_lower;1,2,1|column \"a_upper\" is missing beside column \"a_lower\"",
                "n,a_lower,a_upper;1,2,3|column \"a\" is missing beside column \"a_lower\"",
                "n,a,b,c,d,e,f,g,h,i;1,1,1,1,1,1,1,1,1,1|the file has 9 lines, and a picture holds at most 8",
                "n,a;1,2;2,abc|line 3, column \"a\" is not a number: \"abc\"",
                "n,a;1,NaN|line 2, column \"a\" is not a number: \"NaN\"",
                "n,a;1,1e300|line 2, column \"a\" is not a number: \"1e300\"",
                "n,a;1,2;,3|line 3, column \"n\" is empty",
                "n,a;2,2;1,3|line 3, column \"n\" is below the row before it",
                "n,a;1,2;2|line 3 has 1 cells, and the header has 2",
                "n,a,b;1,2,;2,3,|column \"b\" has no value in any row"
            })
    void what_is_no_series_is_told_by_line_and_column(String csv, String words) {
        assertThatThrownBy(() -> picture(csv == null ? "" : csv.replace(';', '\n'), Axes.NONE))
                .isInstanceOf(UndrawableException.class)
                .hasMessage(words)
                .extracting(fault -> ((UndrawableException) fault).hint())
                .asString()
                .isNotBlank();
    }

    @Test
    void what_no_logarithmic_axis_can_hold_is_told() {
        assertThatThrownBy(() -> picture("n,a\n1,0\n", new Axes("", "", Axes.Log.Y, "")))
                .hasMessage("line 2, column \"a\" cannot stand on a logarithmic axis: \"0\"");
        assertThatThrownBy(() -> picture("n,a\n-1,1\n", new Axes("", "", Axes.Log.BOTH, "")))
                .hasMessage("line 2, column \"n\" cannot stand on a logarithmic axis: \"-1\"");
    }

    private static String units(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return " " + (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
    }

    private static SeriesPicture picture(String csv, Axes axes) throws IOException, UndrawableException {
        return SeriesPicture.of(() -> new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), axes);
    }
}
