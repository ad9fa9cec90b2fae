package dev.slipway.toolkit.document;

import dev.slipway.toolkit.verb.Sha256Hex;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * A local file that goes into the run folder. A short text stands in the document itself; every other file is uploaded.
 *
 * @param name the name in the run folder
 */
record RunInput(String name, byte[] bytes) {
    /** The most bytes of a text in the document, so that the document stays readable. */
    private static final int MOST_TEXT = 16 * 1024;

    /** Returns the content as text for the document; empty if the file is too large for that, or no plain text. */
    Optional<String> text() {
        if (bytes.length > MOST_TEXT) {
            return Optional.empty();
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.codePoints().allMatch(RunInput::isPlain) ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Returns whether XML keeps the character unchanged. A carriage return would become a line feed. */
    private static boolean isPlain(int character) {
        return character == '\n' || character == '\t' || character >= ' ' && character < 0xFFFE;
    }

    String sha256() {
        MessageDigest digest = Sha256Hex.begin();
        digest.update(bytes);
        return Sha256Hex.end(digest);
    }
}
