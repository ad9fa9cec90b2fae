package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {

    @ParameterizedTest
    @CsvSource({"0.9,1", "1,1", "1.1,2", "2.1,2.5", "2.6,5", "5.1,10", "0.013,0.02", "130000,200000"})
    void steps_are_round_numbers(double least, double step) {
        assertThat(Axis.step(least)).isEqualTo(step);
    }

    @Test
    void ticks_stand_at_round_values_inside_the_axis() {
        Axis axis = new Axis(-430_000, 310_000, 100, 740);

        assertThat(axis.ticks(8))
                .extracting(Axis.Tick::label)
                .containsExactly("-400k", "-300k", "-200k", "-100k", "0", "100k", "200k", "300k");
        assertThat(axis.ticks(8).get(0).at()).isEqualTo(130);
    }

    @Test
    void an_axis_may_run_upwards() {
        assertThat(new Axis(0, 10, 200, -100).at(5)).isEqualTo(150);
    }

    @ParameterizedTest
    @CsvSource({"1e15,1.0000000000001e15", "-1e100,1e100", "0,1e-12", "5e-7,6e-7"})
    void extreme_spans_still_get_a_few_ticks(double low, double high) {
        assertThat(new Axis(low, high, 0, 100).ticks(8)).hasSizeBetween(2, 16).allSatisfy(tick -> assertThat(tick.at())
                .isBetween(-1.0, 101.0));
    }

    @Test
    void refuses_a_span_that_cannot_be_drawn() {
        assertThatThrownBy(() -> new Axis(1, 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Axis(0, Double.NaN, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Axis(-1e308, 1e308, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
