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
public record InlineData(StepHead.In head, Encoding encoding, String data) implements StagingStep {
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
    public Place place() {
        return new Place.Own();
    }

    @Override
    public String placeName() {
        return "document";
    }
}
