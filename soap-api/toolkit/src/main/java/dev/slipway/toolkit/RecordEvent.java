package dev.slipway.toolkit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * One hashed row of an audit record.
 *
 * @param fields what its hash covers after the hash before it, in their order
 * @param payload the last of them
 */
record RecordEvent(long sequence, String event, List<String> fields, String payload, String hash) {

    /** What its hash must be. */
    String expected(String before) {
        String text = before + "\n" + String.join("\n", fields);
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
