package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuestionPaceTest {
    private static final QuestionPace PACE = new QuestionPace(Duration.ofSeconds(2));

    /** Returns the gap after a question at 10 s, which was answered at once. */
    private static Duration gap(int runs, Optional<Duration> recorded) {
        return gap(Duration.ZERO, runs, recorded);
    }

    private static Duration gap(Duration took, int runs, Optional<Duration> recorded) {
        return Duration.ofNanos(
                PACE.gap(Duration.ofSeconds(10).toNanos(), took.toNanos(), runs, recorded.map(Duration::toNanos)));
    }

    @Test
    void without_a_recorded_end_there_is_one_question_in_an_interval() {
        assertThat(gap(1, Optional.empty())).hasSeconds(2);
        assertThat(gap(1000, Optional.empty())).hasSeconds(2);
    }

    @Test
    void a_recorded_end_is_asked_for_early_but_not_with_a_thousand_runs() {
        Optional<Duration> now = Optional.of(Duration.ofSeconds(11));

        assertThat(gap(1, now)).hasMillis(104);
        assertThat(gap(100, now)).hasMillis(500);
        assertThat(gap(1000, now)).hasSeconds(2);
    }

    @Test
    void the_gap_doubles_with_each_answer_that_does_not_confirm_the_end() {
        assertThat(gap(1, Optional.of(Duration.ofMillis(9_700)))).hasMillis(300);
        assertThat(gap(1, Optional.of(Duration.ofMillis(9_400)))).hasMillis(600);
        assertThat(gap(1, Optional.of(Duration.ofMillis(1_000)))).hasSeconds(2);
    }

    @Test
    void a_slow_cluster_is_asked_less_often_but_once_in_an_interval() {
        Optional<Duration> now = Optional.of(Duration.ofSeconds(11));

        assertThat(gap(Duration.ofMillis(200), 1, now)).hasMillis(800);
        assertThat(gap(Duration.ofSeconds(3), 1, now)).hasSeconds(2);
    }
}
