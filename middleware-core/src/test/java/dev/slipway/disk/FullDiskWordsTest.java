package dev.slipway.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/**
 * Tests that a disk counts as full when this machine's system reports it, and not when a remote host reports a full
 * disk.
 */
class FullDiskWordsTest {
    private static final String WORDS = "No space left on device";
    /** A device of Linux that has no room for any byte. */
    private static final Path FULL = Path.of("/dev/full");

    private static IOException met(OutputStream out) {
        return catchThrowableOfType(IOException.class, () -> {
            try (out) {
                out.write(new byte[1]);
            }
        });
    }

    @Test
    void a_write_that_the_system_refuses_for_want_of_space_meets_a_full_disk() throws IOException {
        IOException stream = met(new FileOutputStream(FULL.toFile()));
        IOException channel = catchThrowableOfType(IOException.class, () -> {
            try (FileChannel file = FileChannel.open(FULL, StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(1));
            }
        });

        assertThat(FullDisk.said(stream)).isTrue();
        assertThat(FullDisk.said(channel)).isTrue();
        assertThat(FullDisk.said(new UncheckedIOException(new IOException("cannot pack", channel))))
                .isTrue();
        assertThat(FullDisk.said(new FileSystemException("pnl.csv", null, WORDS)))
                .isTrue();
        assertThat(FullDisk.said(new FileSystemException("pnl.csv", null, "Disk quota exceeded")))
                .isTrue();
    }

    @Test
    void the_words_of_another_host_are_no_full_disk_of_this_one() {
        assertThat(FullDisk.said(new IOException("scp: " + WORDS))).isFalse();
        assertThat(FullDisk.said(new IOException(WORDS))).isFalse();
        assertThat(FullDisk.said(new FileSystemException(WORDS, null, "Permission denied")))
                .isFalse();
    }
}
