package dev.slipway.web.jobs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Holds a piece of a run's output as text that can stand on a page.
 *
 * @param next offset of the byte after the piece
 * @param complete whether the piece ends the output
 */
record OutputPiece(String text, long next, boolean complete) {

    /** Makes a piece from bytes that may end anywhere. An incomplete character waits for the next piece. */
    static OutputPiece of(long offset, byte[] bytes, boolean complete) {
        int length = complete ? bytes.length : whole(bytes);
        return new OutputPiece(printable(Arrays.copyOf(bytes, length)), offset + length, complete);
    }

    /** Returns how many of the bytes are whole characters, without half of a line's end. */
    private static int whole(byte[] bytes) {
        int end = bytes.length;
        if (end > 0 && bytes[end - 1] == '\r') {
            return end - 1;
        }
        for (int back = 1; back <= 3 && back <= end; back++) {
            int each = bytes[end - back] & 0xff;
            if (each >= 0xc0) {
                int needed = each >= 0xf0 ? 4 : each >= 0xe0 ? 3 : 2;
                return needed > back ? end - back : end;
            }
            if (each < 0x80) {
                return end;
            }
        }
        return end;
    }

    static String printable(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.replace("\r\n", "\n").replaceAll("[\\p{Cc}&&[^\n\t]]", "\uFFFD");
    }
}
