package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTailViewTest {

    @Test
    void short_output_is_shown_whole() {
        assertThat(tail("one\ntwo\n")).isEqualTo(new OutputTailView("stdout", "one\ntwo\n", "", false, 8));
        assertThat(tail("")).isEqualTo(new OutputTailView("stdout", "", "", false, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {8191, 8192, 8193, 16_383, 16_384, 16_385, 1_000_000})
    void long_output_is_shown_from_a_line_near_its_end(int length) {
        String all = IntStream.range(0, length / 8 + 1)
                .mapToObj(line -> String.format("%07d\n", line))
                .collect(Collectors.joining())
                .substring(0, length);

        OutputTailView tail = tail(all);

        assertThat(all).endsWith(tail.text());
        assertThat(tail.next()).isEqualTo(length);
        assertThat(tail.cut()).isEqualTo(length > 8192);
        assertThat(tail.text().length()).isGreaterThan(8192 - 16);
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 62) - 1, 1L << 62, (1L << 62) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void the_longest_sparse_file_has_an_end_too(long length) {
        OutputTailView tail = OutputTailView.of("stdout", (offset, limit) -> {
            byte[] bytes = new byte[(int) Math.max(0, Math.min(limit, length - offset))];
            Arrays.fill(bytes, (byte) 'x');
            return bytes;
        });

        assertThat(tail).isEqualTo(new OutputTailView("stdout", "x".repeat(8192), "", true, length));
    }

    @Test
    void control_characters_cannot_reach_a_page() {
        assertThat(tail("a\u001b[31m\0b\r\nc\td").text()).isEqualTo("a\uFFFD[31m\uFFFDb\nc\td");
    }

    private static OutputTailView tail(String all) {
        byte[] bytes = all.getBytes(StandardCharsets.UTF_8);
        return OutputTailView.of(
                "stdout",
                (offset, limit) -> offset >= bytes.length
                        ? new byte[0]
                        : Arrays.copyOfRange(bytes, (int) offset, (int) Math.min(bytes.length, offset + limit)));
    }
}
