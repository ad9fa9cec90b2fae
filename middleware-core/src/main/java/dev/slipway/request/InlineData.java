package dev.slipway.request;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Data that stand in the document and are written to a file of the run folder. The journal keeps the data with the
 * request.
 *
 * @param encoding how {@code data} represents bytes
 * @param data the text, or base64 without white space; at most {@link #MOST} bytes
 */
public record InlineData(
        String name,
        int orderGroup,
        Encoding encoding,
        String data,
        RunPath file,
        CreationFlag creation,
        Compression compression)
        implements StagingStep {
    /** The most bytes of one such file: the document and the journal hold the data whole. */
    public static final int MOST = 64 * 1024;

    /** The encoding of the data. */
    public enum Encoding {
        /** Plain text in UTF-8. */
        TEXT,
        /** RFC 4648, section 4, padded. */
        BASE64
    }

    public InlineData {
        Require.text(name, "step name");
        Require.that(bytes(encoding, data).length <= MOST, "more than " + MOST + " bytes");
    }

    /** Returns the bytes of the file. */
    public byte[] bytes() {
        return bytes(encoding, data);
    }

    /** Decodes {@code data}. @throws IllegalArgumentException if the text is not base64 */
    public static byte[] bytes(Encoding encoding, String data) {
        return switch (encoding) {
            case TEXT -> data.getBytes(StandardCharsets.UTF_8);
            case BASE64 -> Base64.getDecoder().decode(data);
        };
    }

    @Override
    public Direction direction() {
        return Direction.IN;
    }

    @Override
    public String place() {
        return "document";
    }
}
