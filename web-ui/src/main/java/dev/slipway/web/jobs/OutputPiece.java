package dev.slipway.web.jobs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A piece of a run's output as text that a page can hold.
 *
 * @param next offset of the byte after it
 * @param complete whether nothing comes after it
 */
record OutputPiece(String text, long next, boolean complete) {

    /** A piece whose end may have been cut anywhere: a character of which a part is missing waits for the next one. */
    static OutputPiece of(long offset, byte[] bytes, boolean complete) {
        int length = complete ? bytes.length : whole(bytes);
        return new OutputPiece(printable(Arrays.copyOf(bytes, length)), offset + length, complete);
    }

    /** How many of the bytes are whole characters, and no half of a line's end. */
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
