package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, any moment now",
        "PT1.9S, any moment now",
        "PT42.7S, about 42 s",
        "PT59.9S, about 59 s",
        "PT1M29S, about 1 min",
        "PT3M31S, about 4 min",
        "PT59M45S, about 1 h",
        "PT1H4M10S, about 1 h 4 min",
        "PT50H, about 2 d"
    })
    void an_estimate_reads_no_finer_than_it_is_worth(Duration left, String words) {
        assertThat(explanation(Optional.of(left), "").about()).isEqualTo(words);
    }

    @Test
    void an_estimate_says_what_it_rests_on_and_none_says_nothing() {
        assertThat(explanation(Optional.of(Duration.ofMinutes(4)), "the last 20 runs on local")
                        .about())
                .isEqualTo("about 4 min, from the last 20 runs on local");
        assertThat(explanation(Optional.empty(), "the last 20 runs on local").about())
                .isEmpty();
    }

    private static Explanation explanation(Optional<Duration> estimate, String basis) {
        return new Explanation(
                new JobToken("0".repeat(32)),
                "var",
                JobState.READY,
                Instant.EPOCH,
                "waits",
                Optional.empty(),
                Optional.of(1),
                estimate,
                basis,
                Optional.empty(),
                "");
    }
}
