package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class UntrustedFilesTest {
    @TempDir
    Path root;

    @Test
    void opens_a_regular_file_in_a_folder() throws Exception {
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/b/c.txt"), "content");

        try (SeekableByteChannel channel = UntrustedFiles.open(root, Path.of("a/b/c.txt"))) {
            ByteBuffer buffer = ByteBuffer.allocate(100);
            channel.read(buffer);
            assertThat(new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8))
                    .isEqualTo("content");
        }
    }

    @Test
    @Timeout(300)
    void refuses_links_pipes_and_devices() throws Exception {
        Path secret = Files.createDirectories(root.resolve("secret"));
        Files.writeString(secret.resolve("file"), "canary");
        Path run = Files.createDirectories(root.resolve("run"));
        Files.createSymbolicLink(run.resolve("link"), secret.resolve("file"));
        Files.createSymbolicLink(run.resolve("way"), secret);
        Files.createDirectories(run.resolve("folder"));
        Process mkfifo = new ProcessBuilder("mkfifo", run.resolve("pipe").toString()).start();
        assertThat(Await.exit(mkfifo)).isZero();

        for (String path : List.of("link", "way/file", "folder", "pipe")) {
            assertThatThrownBy(() -> UntrustedFiles.open(run, Path.of(path)))
                    .as(path)
                    .isInstanceOf(UntrustedFiles.RefusedFile.class);
        }
        assertThatThrownBy(() -> UntrustedFiles.open(Path.of("/dev"), Path.of("null")))
                .isInstanceOf(UntrustedFiles.RefusedFile.class);
        assertThatThrownBy(() -> UntrustedFiles.open(run, Path.of("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @Timeout(300)
    void is_never_held_up_by_a_pipe_that_takes_the_place_of_a_file() throws Exception {
        Path place = root.resolve("progress");
        Path pipe = root.resolve("pipe");
        assertThat(Await.exit(new ProcessBuilder("mkfifo", pipe.toString()).start()))
                .isZero();
        Thread swaps = new Thread(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    Files.writeString(root.resolve("file"), "content");
                    Files.move(root.resolve("file"), place, StandardCopyOption.ATOMIC_MOVE);
                    Files.createLink(root.resolve("again"), pipe);
                    Files.move(root.resolve("again"), place, StandardCopyOption.ATOMIC_MOVE);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        swaps.start();
        try {
            for (int look = 0; look < 3000; look++) {
                try (SeekableByteChannel channel = UntrustedFiles.open(root, Path.of("progress"))) {
                    assertThat(channel.size()).isNotNegative();
                } catch (UntrustedFiles.RefusedFile | NoSuchFileException e) {
                    assertThat(e).isNotNull();
                }
            }
        } finally {
            swaps.interrupt();
            swaps.join();
        }
    }

    @Test
    void reads_the_last_whole_line_of_progress_only() throws Exception {
        Path file = root.resolve(RunFolder.PROGRESS);
        Files.writeString(
                file, "{\"done\":1,\"of\":4}\n{\"done\":2,\"of\":4,\"figures\":{\"var\":1.5,\"bad\":\"x\"}}\n{\"do");

        RunProgress progress = ProgressFile.read(root, RunFolder.PROGRESS).orElseThrow();

        assertThat(progress.done()).isEqualTo(2);
        assertThat(progress.figures()).containsExactly(java.util.Map.entry("var", 1.5));
    }

    @Test
    void takes_garbage_for_no_progress() throws Exception {
        Path file = root.resolve(RunFolder.PROGRESS);

        for (String garbage : List.of(
                "",
                "\n",
                "no json\n",
                "[1]\n",
                "{\"done\":5,\"of\":4}\n",
                "{\"done\":-1,\"of\":4}\n",
                "{\"done\":\"1\",\"of\":2}\n",
                "{\"done\":1,\"of\":2}",
                "\u0000\u0001\n",
                "{".repeat(20_000) + "\n",
                "x".repeat(100_000) + "\n")) {
            Files.writeString(file, garbage);
            assertThat(ProgressFile.read(root, RunFolder.PROGRESS)).isEqualTo(Optional.empty());
        }
    }

    @Test
    void shows_a_bounded_clean_end_of_output() throws Exception {
        Files.writeString(root.resolve("err"), "line\n".repeat(100_000) + "red \u001b[31m\u0007 end\n");

        String tail = OutputTail.lines(root, Path.of("err"));

        assertThat(tail.lines()).hasSize(20);
        assertThat(tail).endsWith("red ?[31m? end");
    }
}
