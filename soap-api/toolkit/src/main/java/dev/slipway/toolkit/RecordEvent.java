package dev.slipway.toolkit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
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
        MessageDigest digest = Sha256Hex.begin();
        digest.update((before + "\n" + String.join("\n", fields)).getBytes(StandardCharsets.UTF_8));
        return Sha256Hex.end(digest);
    }
}
