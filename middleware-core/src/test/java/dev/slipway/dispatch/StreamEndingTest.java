package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamEndingTest {
    @Test
    void the_cause_is_told_once_and_the_other_lines_stay() {
        assertThat(StreamEnding.in("market-chain: no file a.csv\n"
                        + "stream-launch: the chain ended because kernel engine on host here ended with status 3\n"
                        + "stream-launch: engine said: no file a.csv"))
                .hasValueSatisfying(ending -> {
                    assertThat(ending.cause()).isEqualTo("kernel engine on host here ended with status 3");
                    assertThat(ending.otherLines())
                            .isEqualTo("market-chain: no file a.csv\nstream-launch: engine said: no file a.csv");
                    assertThat(ending.byFileSize()).isFalse();
                });
    }

    @Test
    void a_kernel_that_died_by_the_signal_of_the_limit_on_file_sizes_is_known() {
        assertThat(StreamEnding.in(
                        "stream-launch: the chain ended because kernel store on host here died by signal 25 (File size"
                                + " limit exceeded)\n"))
                .hasValueSatisfying(ending -> assertThat(ending.byFileSize()).isTrue());
    }

    @Test
    void lines_without_a_cause_have_no_ending() {
        assertThat(StreamEnding.in("market-chain: no file a.csv\n")).isEmpty();
    }
}
