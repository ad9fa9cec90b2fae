package dev.slipway.gateway.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Tests that the answer remembers failures that parsers hide. */
class WatchedAnswerTest {
    @Test
    void an_answer_without_end_is_cut_off_and_is_not_taken_for_a_broken_line() {
        WatchedAnswer answer = new WatchedAnswer(new ByteArrayInputStream(new byte[1_000]), 100);

        assertThatIOException().isThrownBy(() -> answer.readAllBytes()).withMessage("it has more than 100 bytes");
        assertThatCode(answer::requireWhole).doesNotThrowAnyException();
    }

    @Test
    void a_broken_line_is_told_again() {
        InputStream line = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("gone");
            }
        };
        WatchedAnswer answer = new WatchedAnswer(line, 100);

        assertThatIOException().isThrownBy(answer::read).withMessage("gone");
        assertThatIOException().isThrownBy(answer::requireWhole).withMessage("gone");
    }
}
