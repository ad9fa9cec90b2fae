package dev.slipway.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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

    /** Java's own globs are regular expressions: right, and slow where a name wants them to be. */
    @Test
    void chooses_as_javas_globs_do() {
        Random random = new Random(20_778);
        List<String> pieces = List.of("a", "b", "*", "**", "?", "/", "[ab]", "[!a]", "[a-c]", "{a,b*}", "{,x}", ".");
        List<String> names = List.of("a", "b", "c", ".", "/", "x", "ab");
        int compared = 0;
        for (int i = 0; i < 3_000; i++) {
            String pattern = joined(random, pieces);
            String path = joined(random, names);
            if (!FilePattern.isAllowed(pattern) || path.contains("//") || path.startsWith("/") || path.endsWith("/")) {
                continue;
            }
            boolean java =
                    FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(path));
            assertThat(!new FilePattern(pattern).chosen(List.of(path)).isEmpty())
                    .as(pattern + " of " + path)
                    .isEqualTo(java);
            compared++;
        }
        assertThat(compared).isGreaterThan(500);
    }

    private static String joined(Random random, List<String> pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }

    @Test
    void is_not_kept_busy_by_a_name_that_almost_fits() {
        String name = "a".repeat(250);

        assertThat(new FilePattern("*a".repeat(100) + "*b").chosen(Collections.nCopies(1_000, name)))
                .isEmpty();
    }

    @Test
    void knows_how_deep_a_chosen_file_can_lie() {
        assertThat(new FilePattern("*.csv").depth()).isZero();
        assertThat(new FilePattern("*/a/*.csv").depth()).isEqualTo(2);
        assertThat(new FilePattern("a**").depth()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "/a",
                "a/",
                "..",
                "../*",
                "a/../b",
                "[a",
                "{a",
                "a}",
                "{a{b}}",
                "a\nb",
                "a\\b",
                "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"
            })
    void refuses_what_cannot_choose_below_a_folder(String value) {
        assertThat(FilePattern.isAllowed(value)).isFalse();
    }
}
