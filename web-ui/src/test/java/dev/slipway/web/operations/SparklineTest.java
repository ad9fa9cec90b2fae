package dev.slipway.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.staging.PlaceHealth.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SparklineTest {

    /** @param millis latencies; negative for an answer that was a problem */
    private static Sparkline of(int... millis) {
        return Sparkline.of(Arrays.stream(millis)
                .mapToObj(took -> new Answer(
                        Instant.EPOCH,
                        Duration.ofMillis(Math.abs(took)),
                        took < 0 ? Optional.of(Problem.of(ProblemCode.HOST_UNREACHABLE, "away")) : Optional.empty()))
                .toList());
    }

    @Test
    void the_line_fills_its_width_with_the_newest_at_the_right_and_the_slowest_at_the_top() {
        Sparkline spark = of(10, 20, 5);

        assertThat(spark.line()).isEqualTo("M3.0 15.0L60.0 4.0L117.0 20.5");
        assertThat(spark.marks()).containsExactly(new Sparkline.Mark(117, 20.5, false));
        assertThat(spark.slowest()).isEqualTo("20 ms");
    }

    @Test
    void the_line_breaks_where_the_place_did_not_let_us_in() {
        Sparkline spark = of(10, 10, -9000, 10);

        assertThat(spark.line()).isEqualTo("M3.0 4.0L41.0 4.0M117.0 4.0");
        assertThat(spark.marks()).containsExactly(new Sparkline.Mark(79, 4, true), new Sparkline.Mark(117, 4, false));
        assertThat(spark.slowest()).as("of the good ones").isEqualTo("10 ms");
    }

    @Test
    void no_good_answer_is_no_line() {
        assertThat(of(-1, -1).line()).isEmpty();
        assertThat(of(-1, -1).slowest()).isEmpty();
        assertThat(Sparkline.of(List.of()).marks()).isEmpty();
    }

    @Test
    void answers_in_no_time_lie_on_the_floor() {
        assertThat(of(0, 0).line()).isEqualTo("M3.0 26.0L117.0 26.0");
        assertThat(Sparkline.words(Duration.ofNanos(900))).isEqualTo("< 1 ms");
    }
}
