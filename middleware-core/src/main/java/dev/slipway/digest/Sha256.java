package dev.slipway.digest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 (FIPS 180-4) of bytes as they pass; for one thread. */
public final class Sha256 {
    private final MessageDigest digest;

    /** Starts an empty digest. */
    public Sha256() {
        this(algorithm());
    }

    private Sha256(MessageDigest digest) {
        this.digest = digest;
    }

    /** Returns an independent digest that was given the same bytes so far. */
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

    /** Returns the algorithm for the JDK's streams that digest their bytes. */
    public static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the digest of these bytes, as 64 lower-case hex digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(algorithm().digest(bytes));
    }

    /** Returns the digest of the bytes from the channel's position to its end, as 64 lower-case hex digits. */
    public static String hex(ReadableByteChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        Sha256 digest = new Sha256();
        while (channel.read(buffer.clear()) >= 0) {
            digest.add(buffer.flip());
        }
        return digest.end();
    }

    /** Returns the digest of this text in UTF-8, as 64 lower-case hex digits. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns half of the digits, for generated names that must differ where {@code name} does. */
    public static String shortName(String name) {
        return hex(name).substring(0, 32);
    }

    /** Returns the digest of all bytes given to {@code digest}, as 64 lower-case hex digits, and resets it. */
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

    /** Adds the remaining bytes of {@code data}, and leaves the buffer unchanged. */
    public void add(ByteBuffer data) {
        digest.update(data.duplicate());
    }

    /** Returns the digest of all added bytes, as 64 lower-case hex digits, and resets it. */
    public String end() {
        return end(digest);
    }
}
