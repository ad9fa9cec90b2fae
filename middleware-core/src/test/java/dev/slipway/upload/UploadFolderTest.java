package dev.slipway.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.digest.Sha256;
import dev.slipway.effect.Witness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the content of the folder of uploads after the disk has failed in the middle of a change. */
class UploadFolderTest {
    private static final byte[] BYTES = "book_id\n7\n".getBytes(StandardCharsets.UTF_8);
    private static final String SHA256 = Sha256.hex(BYTES);

    @TempDir
    Path root;

    @Test
    void an_upload_whose_name_may_not_be_on_the_disk_is_not_kept() throws IOException {
        List<Path> seen = new ArrayList<>();
        UploadFolder folder = new UploadFolder(root, Witness.NONE, names -> {
            seen.addAll(files());
            throw new IOException("Input/output error");
        });

        assertThatThrownBy(() -> folder.keep("alice", SHA256, BYTES, Instant.EPOCH, () -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("Input/output error");

        assertThat(seen).singleElement().satisfies(file -> assertThat(file).hasFileName(SHA256));
        assertThat(files()).isEmpty();
        assertThat(folder.has("alice", SHA256)).isFalse();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
