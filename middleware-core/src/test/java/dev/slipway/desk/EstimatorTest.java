package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.Estimator.Holder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimatorTest {

    /** Places are given by what is left in each, in seconds; a typical stay is 10 s. */
    @ParameterizedTest
    @CsvSource({
        "1, '4', 4", //
        "1, '4 7 2', 2",
        "2, '4 7 2', 4",
        "3, '4 7 2', 7",
        "4, '4 7 2', 12",
        "5, '4 7 2', 14",
        "2, '0', 10",
        "3, '', 20",
        "1000, '0 0', 4990"
    })
    void a_turn_comes_when_those_before_have_had_theirs(int position, String left, long expected) {
        assertThat(Estimator.turn(position, seconds(left), Duration.ofSeconds(10)))
                .isEqualTo(Duration.ofSeconds(expected));
    }

    /** Runs are given as processes:seconds, the line by the processes of each job; a typical run is 60 s. */
    @ParameterizedTest
    @CsvSource({
        "4, '', '1', 0",
        "4, '4:30', '1', 30",
        "4, '2:30 2:50', '4', 50",
        "4, '2:30 2:50', '2', 30",
        "4, '2:30 2:50', '2 2', 50",
        "4, '2:30 2:50', '2 2 2', 90",
        "4, '2:30', '4 1', 90",
        "8, '', '8 8 8', 120",
        "2, '2:0', '2', 0",
        "2, '', '3', 0"
    })
    void a_launch_comes_when_its_slots_are_free_and_none_overtakes(int slots, String runs, String line, long expected) {
        List<Holder> running = words(runs)
                .map(run -> run.split(":"))
                .map(run -> new Holder(Integer.parseInt(run[0]), Duration.ofSeconds(Long.parseLong(run[1]))))
                .toList();
        List<Integer> processes = words(line).map(Integer::valueOf).toList();

        assertThat(Estimator.launch(slots, running, processes, Duration.ofSeconds(60)))
                .isEqualTo(Duration.ofSeconds(expected));
    }

    @ParameterizedTest
    @CsvSource({"0, 10, PT10S", "4, 10, PT6S", "10, 10, ", "11, 10, "})
    void what_takes_longer_than_usual_has_no_estimate(long elapsed, long typical, Duration expected) {
        assertThat(Estimator.left(Duration.ofSeconds(elapsed), Duration.ofSeconds(typical))
                        .orElse(null))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "30, 3, 10, PT70S",
        "30, 10, 10, PT0S",
        "30, 0, 10, ",
        "30, 11, 10, ",
        "-1, 3, 10, ",
        "1, 3, 4, PT0.333S"
    })
    void a_share_that_is_done_tells_of_the_rest(long elapsed, long done, long of, Duration expected) {
        assertThat(Estimator.byShare(Duration.ofSeconds(elapsed), done, of).orElse(null))
                .isEqualTo(expected);
    }

    private static List<Duration> seconds(String text) {
        return words(text).map(word -> Duration.ofSeconds(Long.parseLong(word))).toList();
    }

    private static Stream<String> words(String text) {
        return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty());
    }
}
