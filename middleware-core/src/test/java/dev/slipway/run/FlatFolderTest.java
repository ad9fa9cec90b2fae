package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlatFolderTest {
    @TempDir
    Path around;

    private Path other;

    @BeforeEach
    void makeTheFileOfSomebodyElse() throws Exception {
        other = Files.writeString(Files.createDirectory(around.resolve("other")).resolve("file"), "kept");
    }

    @Test
    void removes_files_and_links_but_nothing_that_a_link_names() throws Exception {
        Path folder = Files.createDirectory(around.resolve("folder"));
        Files.writeString(folder.resolve("output"), "x");
        Files.createSymbolicLink(folder.resolve("link to a folder"), other.getParent());
        Files.createSymbolicLink(folder.resolve("link to a file"), other);

        assertThat(FlatFolder.erase(folder)).isTrue();
        assertThat(folder).doesNotExist();
        assertThat(other).hasContent("kept");
    }

    @Test
    void does_not_enter_a_link_in_place_of_the_folder() throws Exception {
        Path link = Files.createSymbolicLink(around.resolve("link"), other.getParent());

        assertThat(FlatFolder.erase(link)).isFalse();
        assertThat(other).hasContent("kept");
    }

    @Test
    void leaves_a_folder_with_another_folder_to_others() throws Exception {
        Path inner = Files.createDirectories(around.resolve("folder/inner"));

        assertThat(FlatFolder.erase(inner.getParent())).isFalse();
        assertThat(inner).exists();
    }

    @Test
    void a_folder_that_is_not_there_counts_as_removed() {
        assertThat(FlatFolder.erase(around.resolve("nowhere"))).isTrue();
    }
}
