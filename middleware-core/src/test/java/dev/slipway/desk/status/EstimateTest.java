package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, under 2 s",
        "PT1.9S, under 2 s",
        "PT42.7S, about 42 s",
        "PT59.9S, about 59 s",
        "PT1M29S, about 1 min",
        "PT3M31S, about 4 min",
        "PT59M45S, about 1 h",
        "PT1H4M10S, about 1 h 4 min",
        "PT50H, about 2 d"
    })
    void an_estimate_reads_no_finer_than_it_is_worth(Duration left, String words) {
        assertThat(Estimate.about(left, "others").words()).isEqualTo(words + ", from others");
    }

    @Test
    void a_bound_is_told_from_an_estimate_and_no_estimate_says_why() {
        assertThat(Estimate.most(Duration.ofMinutes(4), "its limit").words()).isEqualTo("at most 4 min, by its limit");
        assertThat(Estimate.most(Duration.ofMillis(30), "its limit").words()).isEqualTo("at most 1 s, by its limit");
        assertThat(Estimate.unknown("no run of var-mc on local has ended yet").words())
                .isEqualTo("no estimate yet: no run of var-mc on local has ended yet");
        assertThat(Estimate.NONE.words()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1 | 0 | 1 run ahead already takes longer than the last run of var-mc on local",
                "20 | 1 | 3 | 1 run ahead already takes longer than any of the last 20 runs of var-mc on local",
                "20 | 2 | 0 | 2 runs ahead already take longer than any of the last 20 runs of var-mc on local",
                "20 | 0 | 1 | 1 run ahead waits for an outage to end"
            })
    void tells_why_nobody_knows(int count, long late, long blocked, String words) {
        assertThat(new EstimateBasis("run", "of var-mc on local", count).unclear(late, blocked))
                .isEqualTo(words);
    }
}
