package dev.slipway.toolkit.verb;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 (FIPS 180-4) as 64 lower-case hex digits. */
public final class Sha256Hex {
    private Sha256Hex() {}

    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
