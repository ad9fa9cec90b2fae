package dev.slipway.gateway.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BlockStreamTest {

    private static byte[] packed(byte[] data, BlockFormat format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BlockOutputStream blocks = new BlockOutputStream(out, format)) {
            blocks.write(data);
        }
        return out.toByteArray();
    }

    private static byte[] unpacked(byte[] bytes) throws IOException {
        return ContentForm.decoded(new ByteArrayInputStream(bytes)).readAllBytes();
    }

    @Property(tries = 200)
    void what_is_packed_comes_back(
            @ForAll @Size(max = 3000) byte[] data,
            @ForAll @IntRange(min = 1, max = 700) int blockBytes,
            @ForAll @IntRange(min = 0, max = 9) int level)
            throws IOException {
        assertThat(unpacked(packed(data, new BlockFormat(blockBytes, level)))).isEqualTo(data);
    }

    @Test
    void a_file_cut_at_any_byte_is_damaged() throws IOException {
        byte[] whole = packed(new byte[5000], new BlockFormat(1000, 1));

        for (int length = BlockFormat.HEADER_BYTES; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> unpacked(cut)).isInstanceOf(CorruptBlocksException.class);
        }
    }

    @Test
    void a_gzip_file_of_a_bad_checksum_or_with_rubbish_behind_it_is_damaged_at_a_place() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("id,name\n1,a\n".getBytes());
        }
        byte[] whole = packed.toByteArray();
        byte[] badChecksum = whole.clone();
        badChecksum[whole.length - 8] ^= 1;
        byte[] badLength = whole.clone();
        badLength[whole.length - 1] ^= 1;
        byte[] rubbish = Arrays.copyOf(whole, whole.length + 20);
        Arrays.fill(rubbish, whole.length, rubbish.length, (byte) 'x');
        byte[] badData = whole.clone();
        badData[12] = (byte) 0xff;

        for (byte[] damaged : new byte[][] {badChecksum, badLength, rubbish, badData}) {
            assertThatThrownBy(() -> unpacked(damaged))
                    .isInstanceOf(CorruptBlocksException.class)
                    .hasMessageMatching("its packed data are damaged within the first \\d+ bytes: .+");
        }
    }

    @Test
    void a_gzip_file_whose_source_fails_is_not_called_damaged() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("id,name\n1,a\n".getBytes());
        }
        IOException broken = new IOException("the line broke");
        InputStream line = new java.io.SequenceInputStream(
                new ByteArrayInputStream(packed.toByteArray(), 0, packed.size() - 4), new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw broken;
                    }
                });

        assertThatThrownBy(() -> ContentForm.decoded(line).readAllBytes()).isSameAs(broken);
    }

    /** Reads members as {@code cat one.gz two.gz} writes them, over a line that never announces further bytes. */
    @Test
    void gzip_members_in_pieces_of_any_size_are_one_file() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        StringBuilder text = new StringBuilder();
        for (int member = 0; member < 40; member++) {
            String rows = "row,".repeat(member * 7 % 50) + "\n";
            text.append(rows);
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(rows.getBytes());
            }
        }
        for (int size = 1; size < 200; size++) {
            int piece = size;
            InputStream line = new FilterInputStream(new ByteArrayInputStream(packed.toByteArray())) {
                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    return super.read(bytes, offset, Math.min(length, piece));
                }

                @Override
                public int available() {
                    return 0;
                }
            };
            assertThat(new String(ContentForm.decoded(line).readAllBytes())).isEqualTo(text.toString());
        }
    }

    @Test
    void a_gzip_file_that_is_cut_is_damaged() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(new byte[5000]);
        }
        for (int length = BlockFormat.HEADER_BYTES; length < packed.size(); length++) {
            byte[] cut = Arrays.copyOf(packed.toByteArray(), length);
            assertThatThrownBy(() -> unpacked(cut)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_changed_byte_of_the_data_is_damage() throws IOException {
        byte[] whole = packed("position_id,book_id\n1,2\n".getBytes(), BlockFormat.STANDARD);
        whole[BlockFormat.HEADER_BYTES + 3] ^= 0x10;

        assertThatThrownBy(() -> unpacked(whole)).isInstanceOf(CorruptBlocksException.class);
    }

    @Test
    void plain_bytes_are_left_as_they_are() throws IOException {
        for (String text : new String[] {"", "a", "a,b\n1,2\n"}) {
            assertThat(unpacked(text.getBytes())).isEqualTo(text.getBytes());
        }
    }
}
