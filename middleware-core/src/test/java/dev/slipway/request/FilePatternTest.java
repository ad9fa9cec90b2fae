package dev.slipway.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePatternTest {
    private static final List<String> PATHS = List.of("a.csv", "b.txt", "usd/c.csv", "usd/deep/d.csv");

    @Test
    void chooses_by_paths_below_the_folder() {
        assertThat(FilePattern.ALL.chosen(PATHS)).isEqualTo(PATHS);
        assertThat(new FilePattern("*.csv").chosen(PATHS)).containsExactly("a.csv");
        assertThat(new FilePattern("*/?.csv").chosen(PATHS)).containsExactly("usd/c.csv");
        assertThat(new FilePattern("{usd,eur}/**").chosen(PATHS)).containsExactly("usd/c.csv", "usd/deep/d.csv");
    }

    @Test
    void knows_how_deep_a_chosen_file_can_lie() {
        assertThat(new FilePattern("*.csv").depth()).isZero();
        assertThat(new FilePattern("*/a/*.csv").depth()).isEqualTo(2);
        assertThat(new FilePattern("a**").depth()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/a", "a/", "..", "../*", "a/../b", "[a", "{a", "a\nb"})
    void refuses_what_cannot_choose_below_a_folder(String value) {
        assertThat(FilePattern.isAllowed(value)).isFalse();
    }
}
