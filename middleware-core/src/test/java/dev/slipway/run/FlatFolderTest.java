package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    void goes_on_with_files_that_another_removal_leaves() throws Exception {
        Path folder = Files.createDirectory(around.resolve("folder"));
        for (int file = 0; file < 2_000; file++) {
            Files.createFile(folder.resolve("file " + file));
        }
        Callable<Boolean> removal = () -> FlatFolder.erase(folder) && Files.notExists(folder);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Boolean> removed : threads.invokeAll(List.of(removal, removal))) {
                assertThat(Await.end(removed)).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void a_folder_that_is_not_there_counts_as_removed() {
        assertThat(FlatFolder.erase(around.resolve("nowhere"))).isTrue();
    }
}
