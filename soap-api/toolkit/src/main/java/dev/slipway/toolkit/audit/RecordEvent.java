package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.verb.Sha256Hex;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * One hashed row of an audit record.
 *
 * @param fields the fields that the hash covers after the hash before, in their order
 * @param payload the last of these fields
 */
record RecordEvent(long sequence, String event, List<String> fields, String payload, String hash) {

    /** Returns the hash that the row must have. */
    String expected(String before) {
        MessageDigest digest = Sha256Hex.begin();
        digest.update((before + "\n" + String.join("\n", fields)).getBytes(StandardCharsets.UTF_8));
        return Sha256Hex.end(digest);
    }
}
