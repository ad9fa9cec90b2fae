package dev.slipway.gateway.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that other tools read our block files, and that we read theirs. */
class BlocksIT {
    @TempDir
    private Path folder;

    @BeforeAll
    static void find_the_tools() {
        for (String tool : List.of("bgzip", "zcat")) {
            boolean found = List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                    .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
            assertThat(found)
                    .as(tool + " is missing: install the Debian packages tabix and gzip")
                    .isTrue();
        }
    }

    static byte[] data(int bytes, boolean random) {
        byte[] data = new byte[bytes];
        if (random) {
            new Random(7).nextBytes(data);
        } else {
            for (int i = 0; i < bytes; i++) {
                data[i] = (byte) "42,AAPL,2026-03-02,187.25\n".charAt(i % 26);
            }
        }
        return data;
    }

    private Path write(byte[] data, BlockFormat format) throws IOException {
        Path file = folder.resolve("data.gz");
        try (OutputStream out = Files.newOutputStream(file);
                OutputStream index = Files.newOutputStream(folder.resolve("data.gz.gzi"))) {
            BlockOutputStream blocks = new BlockOutputStream(out, format);
            blocks.write(data);
            blocks.close();
            blocks.index().write(index);
        }
        return file;
    }

    private byte[] run(String... command) throws Exception {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        assertThat(process.waitFor()).as(() -> String.join(" ", command)).isZero();
        return Files.readAllBytes(out);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_383, 16_384, 16_385, 1_000_000})
    void zcat_and_bgzip_read_what_we_write(int bytes) throws Exception {
        for (boolean random : new boolean[] {false, true}) {
            byte[] data = data(bytes, random);
            String file = write(data, BlockFormat.STANDARD).toString();

            assertThat(run("zcat", file)).isEqualTo(data);
            assertThat(run("bgzip", "-d", "-c", file)).isEqualTo(data);
        }
    }

    @Test
    void the_largest_blocks_of_data_that_does_not_compress_are_readable() throws Exception {
        byte[] data = data(200_000, true);
        for (int level : new int[] {0, 1, 9}) {
            String file = write(data, new BlockFormat(65_280, level)).toString();

            assertThat(run("bgzip", "-d", "-c", file)).isEqualTo(data);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16_384, 16_385, 1_000_000})
    void the_index_is_the_one_that_bgzip_makes(int bytes) throws Exception {
        Path file = write(data(bytes, false), BlockFormat.STANDARD);
        Path index = folder.resolve("data.gz.gzi");
        byte[] ours = Files.readAllBytes(index);

        run("bgzip", "-r", file.toString());

        assertThat(ours).isEqualTo(Files.readAllBytes(index));
    }

    @Test
    void bgzip_finds_a_byte_in_the_middle_by_our_index() throws Exception {
        byte[] data = data(1_000_000, false);
        String file = write(data, BlockFormat.STANDARD).toString();

        byte[] part = run("bgzip", "-b", "500001", "-s", "20000", file);

        assertThat(part).isEqualTo(java.util.Arrays.copyOfRange(data, 500_001, 520_001));
    }

    /** Runs Python's gzip, and the Python code of docs/block-files.md as printed there. */
    @Test
    void python_reads_the_whole_and_any_part_by_the_index_as_the_documentation_has_it() throws Exception {
        Path root = Path.of(System.getProperty("slipway.root"));
        String text = Files.readString(root.resolve("docs/block-files.md"));
        int begin = text.indexOf("```python\n") + "```python\n".length();
        String more = """

                import gzip, sys
                name = sys.argv[1]
                whole = gzip.open(name).read()
                for offset, length in (0, 1), (0, 10**9), (16383, 2), (16384, 16384), (500001, 20000), (999999, 5), \
                (1000000, 5):
                    assert read(name, offset, length) == whole[offset : offset + length], (offset, length)
                assert all(whole[data : data + 5] == read(name, data, 5) for _, data in blocks(name + ".gzi"))
                sys.stdout.buffer.write(whole)
                """;
        Path script =
                Files.writeString(folder.resolve("read.py"), text.substring(begin, text.indexOf("```", begin)) + more);
        for (int bytes : new int[] {0, 1, 16_384, 1_000_000}) {
            byte[] data = data(bytes, bytes % 2 == 1);
            String file = write(data, BlockFormat.STANDARD).toString();

            assertThat(run("python3", script.toString(), file))
                    .as("%s bytes", bytes)
                    .isEqualTo(data);
        }
    }

    @Test
    void we_read_what_bgzip_and_gzip_write() throws Exception {
        byte[] data = data(300_000, false);
        Path plain = Files.write(folder.resolve("plain"), data);

        for (String tool : new String[] {"bgzip", "gzip"}) {
            byte[] packed = run(tool, "-c", plain.toString());

            assertThat(ContentForm.of(new ByteArrayInputStream(packed)))
                    .isEqualTo(tool.equals("gzip") ? ContentForm.GZIP : ContentForm.BGZF);
            assertThat(ContentForm.decoded(new ByteArrayInputStream(packed)).readAllBytes())
                    .isEqualTo(data);
        }
    }

    @Test
    void a_scan_finds_the_blocks_that_bgzip_wrote() throws Exception {
        Path plain = Files.write(folder.resolve("plain"), data(300_000, false));
        run("bgzip", "-i", "-k", plain.toString());
        Path index = folder.resolve("ours.gzi");

        try (FileChannel file = FileChannel.open(folder.resolve("plain.gz"));
                OutputStream out = Files.newOutputStream(index)) {
            BlockIndex.scan(file).write(out);
        }

        assertThat(index).hasSameBinaryContentAs(folder.resolve("plain.gz.gzi"));
    }
}
