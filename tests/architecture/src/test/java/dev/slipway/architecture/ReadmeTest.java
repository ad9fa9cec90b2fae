package dev.slipway.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests that the README stays one page, so that a stranger reads the whole page. */
class ReadmeTest {
    private static final int MOST_CHARACTERS = 5_000;

    @Test
    void the_readme_fits_on_one_page() throws IOException {
        String readme = Files.readString(Path.of(System.getProperty("slipway.root"), "README.md"));
        assertThat(readme.length())
                .as("characters of README.md; longer texts belong in docs/")
                .isLessThanOrEqualTo(MOST_CHARACTERS);
    }
}
