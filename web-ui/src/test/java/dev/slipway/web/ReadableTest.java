package dev.slipway.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableTest {

    @ParameterizedTest
    @CsvSource({"0,0 B", "1023,1023 B", "1024,1.0 KiB", "1536,1.5 KiB", "5368709120,5.0 GiB"})
    void bytes_read_in_binary_units(long bytes, String text) {
        assertThat(Readable.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "-1,0 ms",
        "40,40 ms",
        "1500,1.5 s",
        "59900,59.9 s",
        "61000,1 min 1 s",
        "7200000,2 h",
        "90000000,1 d 1 h"
    })
    void spans_read_in_their_two_largest_units(long millis, String text) {
        assertThat(Readable.duration(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "1234567.891|1,234,567.89", "-0.12345|-0.1235", "1e20|1E20", "-0.0|0"})
    void figures_keep_the_decimals_that_their_size_deserves(double value, String text) {
        assertThat(Readable.figure(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "2500|2,500", "-250000|-250k", "1500000|1.5M", "0.05|0.05", "1e-6|1E-6"})
    void ticks_are_short(double value, String text) {
        assertThat(Readable.tick(value)).isEqualTo(text);
    }

    @Test
    void times_read_in_utc() {
        assertThat(Readable.moment(Instant.parse("2026-11-21T04:09:36.5Z")))
                .isEqualTo(new Readable.Moment("2026-11-21T04:09:36.500Z", "2026-11-21 04:09:36 UTC"));
    }

    @ParameterizedTest
    @CsvSource({"0,0 %", "0.625,62 %", "0.29,29 %", "0.9999,99 %", "1,100 %"})
    void work_is_done_in_whole_percents_and_100_only_at_its_end(double share, String text) {
        assertThat(Readable.done(share)).isEqualTo(text);
    }
}
