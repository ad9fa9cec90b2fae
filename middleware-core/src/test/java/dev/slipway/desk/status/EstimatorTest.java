package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.Estimator.Holder;
import dev.slipway.desk.status.Estimator.Waiting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimatorTest {

    /** Gives each taken place as the seconds until it is free, or "?" if unknown. A typical stay is 10 s. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, '4', 4", //
        "1, 3, '4 7 2', 2",
        "2, 3, '4 7 2', 4",
        "3, 3, '4 7 2', 7",
        "4, 3, '4 7 2', 12",
        "5, 3, '4 7 2', 14",
        "1, 2, '4', 0",
        "2, 2, '4', 4",
        "3, 1, '', 20",
        "4, 1, '', 30",
        "1000, 2, '', 4990",
        "1, 1, '?', ",
        "3, 1, '?', ",
        "2, 2, '? 4', 14",
        "3, 1000000, '', 0"
    })
    void a_turn_comes_when_those_before_have_had_theirs(int position, int places, String taken, Long expected) {
        assertThat(Estimator.turn(
                        position,
                        places,
                        words(taken).map(EstimatorTest::seconds).toList(),
                        seconds("10")))
                .isEqualTo(Optional.ofNullable(expected).map(Duration::ofSeconds));
    }

    /** Gives each run that holds slots or waits as processes:seconds, with "?" for an unknown time. */
    @ParameterizedTest
    @CsvSource({
        "4, '', '1:60', 0",
        "4, '4:30', '1:60', 30",
        "4, '2:30 2:50', '4:60', 50",
        "4, '2:30 2:50', '2:60', 30",
        "4, '2:30 2:50', '2:60 2:60', 50",
        "4, '2:30 2:50', '2:60 2:60 2:60', 90",
        "4, '2:30 2:50', '2:10 2:60 2:60', 50",
        "4, '2:30', '4:60 1:60', 90",
        "8, '', '8:60 8:60 8:60', 120",
        "2, '2:0', '2:60', 0",
        "2, '', '3:60', 0",
        "2, '2:?', '1:60', ",
        "2, '1:? 1:30', '1:60', 30",
        "2, '1:? 1:30', '1:60 1:60', 90",
        "2, '1:? 1:30', '2:60', ",
        "2, '', '2:? 1:60', "
    })
    void a_launch_comes_when_its_slots_are_free_and_none_overtakes(int slots, String runs, String line, Long expected) {
        List<Holder> running = words(runs)
                .map(run -> run.split(":"))
                .map(run -> new Holder(Integer.parseInt(run[0]), seconds(run[1])))
                .toList();
        List<Waiting> waiting = words(line)
                .map(run -> run.split(":"))
                .map(run -> new Waiting(Integer.parseInt(run[0]), seconds(run[1])))
                .toList();

        assertThat(Estimator.launch(slots, running, waiting))
                .isEqualTo(Optional.ofNullable(expected).map(Duration::ofSeconds));
    }

    /** Estimates the rest of a job from the remembered jobs that took at least as long as this job has taken so far. */
    @ParameterizedTest
    @CsvSource({"0, PT20S", "15, PT85S", "20, PT80S", "21, PT79S", "100, PT0S", "101, "})
    void what_outlasted_all_that_are_remembered_has_no_estimate(long elapsed, Duration expected) {
        RecentJobs.Typical typical = new RecentJobs.Typical(
                Stream.of("10", "20", "100").map(EstimatorTest::seconds).toList());

        assertThat(typical.left(Duration.ofSeconds(elapsed)).orElse(null)).isEqualTo(expected);
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

    private static Duration seconds(String text) {
        return text.equals("?") ? Estimator.NEVER : Duration.ofSeconds(Long.parseLong(text));
    }

    private static Stream<String> words(String text) {
        return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty());
    }
}
