package dev.slipway.request;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Data that stand in the document itself, written to a file of the run folder. The journal keeps them with the request.
 *
 * @param encoding how {@code data} stands for bytes
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
    /** Bytes of one: the document and the journal hold them whole. */
    public static final int MOST = 64 * 1024;

    /** What the characters stand for. */
    public enum Encoding {
        /** Themselves, in UTF-8. */
        TEXT,
        /** RFC 4648, section 4, padded. */
        BASE64
    }

    public InlineData {
        Require.text(name, "step name");
        Require.that(bytes(encoding, data).length <= MOST, "more than " + MOST + " bytes");
    }

    /** The bytes of the file. */
    public byte[] bytes() {
        return bytes(encoding, data);
    }

    /** What {@code data} stands for. @throws IllegalArgumentException if it is not base64 */
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
