package dev.slipway.load;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Holds one answer of an HTTP server.
 *
 * @param head status line and header lines
 * @param body without its transfer coding
 */
record HttpAnswer(int status, String head, byte[] body) {

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the value of a header; empty if the answer has no such header. */
    String header(String name) {
        String start = "\n" + name.toLowerCase(Locale.ROOT) + ":";
        String heads = head.toLowerCase(Locale.ROOT);
        int at = heads.indexOf(start);
        if (at < 0) {
            return "";
        }
        int end = heads.indexOf('\r', at);
        return head.substring(at + start.length(), end < 0 ? head.length() : end)
                .strip();
    }

    boolean closes() {
        return header("Connection").equalsIgnoreCase("close");
    }
}
