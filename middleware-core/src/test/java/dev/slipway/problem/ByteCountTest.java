package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteCountTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "7, 7 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "1048575, 1 MiB",
        "69376282624, 64.6 GiB",
        "989560464998400, 900 TiB",
        "9223372036854775807, 8 EiB"
    })
    void reads_in_binary_units(long bytes, String words) {
        assertThat(ByteCount.words(bytes)).isEqualTo(words);
    }
}
