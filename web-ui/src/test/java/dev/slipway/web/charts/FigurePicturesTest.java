package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.web.charts.FigurePictures.Point;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigurePicturesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static Point at(String time, double value) {
        return new Point(Instant.parse(time), value, value - 1, value + 1);
    }

    private static List<String> labels(Picture picture) {
        return picture.series().across().stream().map(Axis.Tick::label).toList();
    }

    @Test
    void a_figure_over_days_has_days_across_and_a_band_of_its_intervals() {
        Picture picture = FigurePictures.overTime(
                "var_mean_99",
                List.of(at("2026-03-27T17:00:00Z", 5), at("2026-03-28T17:00:00Z", 7), at("2026-03-30T16:00:00Z", 6)),
                BERLIN);

        assertThat(labels(picture)).containsExactly("2026-03-28", "2026-03-29", "2026-03-30");
        assertThat(picture.series().lines()).singleElement().satisfies(line -> {
            assertThat(line.named().confidence()).isEqualTo("99 %");
            assertThat(line.band()).isNotEmpty();
            assertThat(line.first()).isEqualTo("5");
        });
        assertThat(picture.series().table())
                .extracting(SeriesPicture.Row::x)
                .first()
                .isEqualTo("2026-03-27 17:00:00 UTC");
        assertThat(picture.series().table().get(1).cells()).containsExactly(new SeriesPicture.Cell("7", "6 \u2026 8"));
    }

    @Test
    void a_figure_of_some_hours_has_times_of_the_day_across() {
        Picture picture = FigurePictures.overTime(
                "x", List.of(at("2026-03-27T08:10:00Z", 5), at("2026-03-27T12:50:00Z", 7)), BERLIN);

        assertThat(labels(picture)).containsExactly("10:00", "11:00", "12:00", "13:00");
    }

    @Test
    void a_figure_of_two_days_has_days_and_times_across() {
        Picture picture = FigurePictures.overTime(
                "x", List.of(at("2026-03-26T20:00:00Z", 5), at("2026-03-28T08:00:00Z", 7)), BERLIN);

        assertThat(labels(picture)).startsWith("03-27 00:00", "03-27 06:00");
    }

    @Test
    void runs_within_two_seconds_stand_beside_each_other() {
        Picture picture = FigurePictures.overTime(
                "x", List.of(at("2026-03-27T08:10:00Z", 5), at("2026-03-27T08:10:01Z", 7)), BERLIN);

        assertThat(labels(picture)).containsExactly("09:10:00", "09:10:01");
        assertThat(picture.series().across())
                .as("a label at the end of the axis stays in the picture")
                .extracting(picture.series()::anchor)
                .containsExactly("middle", "end");
    }

    @Test
    void runs_within_one_second_stand_beside_each_other() {
        Picture picture = FigurePictures.overTime(
                "x", List.of(at("2026-03-27T08:10:00.200Z", 5), at("2026-03-27T08:10:00.900Z", 7)), BERLIN);

        assertThat(picture.series().lines()).singleElement().satisfies(line -> assertThat(line.path())
                .startsWith("M112 ")
                .contains("L" + (int) (SeriesPicture.LEFT + SeriesPicture.LENGTH) + " "));
    }

    @Test
    void one_run_and_years_of_runs_are_drawn_too() {
        assertThat(labels(FigurePictures.overTime("x", List.of(at("2026-03-27T08:10:00Z", 5)), BERLIN)))
                .isNotEmpty();
        assertThat(labels(FigurePictures.overTime(
                        "x", List.of(at("1970-01-02T00:00:00Z", 1), at("2030-01-01T00:00:00Z", 2)), BERLIN)))
                .hasSizeBetween(2, 7);
    }

    @Test
    void a_point_without_an_interval_has_no_band_and_a_name_is_only_a_name() {
        Picture picture = FigurePictures.overWork(
                "a,\"b\"\n_lower",
                List.of(new Point(0, 1, Double.NaN, Double.NaN), new Point(1_000, 2, Double.NaN, Double.NaN)));

        assertThat(picture.series().lines()).singleElement().satisfies(line -> {
            assertThat(line.band()).isEmpty();
            assertThat(line.name()).startsWith("a,\"b\"");
        });
        assertThat(picture.series().titles().x()).isEqualTo("Work done");
        assertThat(picture.series().table()).extracting(SeriesPicture.Row::x).containsExactly("0", "1,000");
    }
}
