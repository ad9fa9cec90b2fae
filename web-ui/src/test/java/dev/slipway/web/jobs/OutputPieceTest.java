package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OutputPieceTest {
    private static final String TEXT = "a\u00e9\u20ac\ud83d\ude80 end\r\nnext\r\n";
    private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

    @Test
    void pieces_of_any_length_come_to_the_whole() {
        for (int size = 4; size <= BYTES.length; size++) {
            StringBuilder text = new StringBuilder();
            long at = 0;
            while (at < BYTES.length) {
                int end = (int) Math.min(BYTES.length, at + size);
                OutputPiece piece = OutputPiece.of(at, Arrays.copyOfRange(BYTES, (int) at, end), end == BYTES.length);
                assertThat(piece.next()).isGreaterThan(at);
                text.append(piece.text());
                at = piece.next();
            }
            assertThat(text).as("in pieces of %d bytes", size).hasToString(TEXT.replace("\r\n", "\n"));
        }
    }

    @Test
    void what_is_no_text_moves_on_all_the_same() {
        byte[] bytes = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0xff, 0};

        OutputPiece piece = OutputPiece.of(10, bytes, false);

        assertThat(piece.next()).isEqualTo(16);
        assertThat(piece.text()).contains("\uFFFD").doesNotContain("\0");
    }

    @Test
    void half_a_character_waits_unless_nothing_comes_any_more() {
        byte[] half = {'x', (byte) 0xe2, (byte) 0x82};

        assertThat(OutputPiece.of(0, half, false)).isEqualTo(new OutputPiece("x", 1, false));
        assertThat(OutputPiece.of(0, half, true)).isEqualTo(new OutputPiece("x\uFFFD", 3, true));
    }
}
