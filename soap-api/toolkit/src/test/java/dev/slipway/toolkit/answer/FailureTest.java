package dev.slipway.toolkit.answer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void the_words_of_a_user_in_the_message_about_a_wrong_call_become_one_clean_line() {
        Failure failure = Failure.usage("--every is not a time: 5\u001b[31m\nmin", "Write 30m or 2h.");

        assertThat(failure.line()).isEqualTo("--every is not a time: 5[31m min");
        assertThat(failure.object()).containsEntry("message", "--every is not a time: 5[31m min");
    }
}
