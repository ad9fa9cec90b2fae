package dev.slipway.digest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4) of bytes as they pass; for one thread. */
public final class Sha256 {
    private final MessageDigest digest;

    /** Of nothing so far. */
    public Sha256() {
        this(algorithm());
    }

    private Sha256(MessageDigest digest) {
        this.digest = digest;
    }

    /** Another one that was given the same bytes so far. */
    public Sha256 copy() {
        return new Sha256(copy(digest));
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's own digests can be cloned", e);
        }
    }

    /** For the JDK's streams that digest what they read. */
    public static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Of these bytes, as 64 lower-case hex digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(algorithm().digest(bytes));
    }

    /** Of this text in UTF-8, as 64 lower-case hex digits. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Half of its digits: for names that nobody chooses, which must differ where {@code name} does. */
    public static String shortName(String name) {
        return hex(name).substring(0, 32);
    }

    /** Of all that {@code digest} was given, as 64 lower-case hex digits; begins it anew. */
    public static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Adds these bytes. */
    public void add(byte[] data, int offset, int length) {
        digest.update(data, offset, length);
    }

    /** Adds these bytes. */
    public void add(byte[] data) {
        digest.update(data);
    }

    /** Adds what is left in {@code data}, and leaves it so. */
    public void add(ByteBuffer data) {
        digest.update(data.duplicate());
    }

    /** Of all that was added, as 64 lower-case hex digits; begins anew. */
    public String end() {
        return end(digest);
    }
}
