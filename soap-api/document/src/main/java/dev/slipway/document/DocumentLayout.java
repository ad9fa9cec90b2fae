package dev.slipway.document;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/**
 * Lays out a document anew, whatever it says: two blanks a level, one element a line, at most one empty line between two. Elements,
 * texts, comments, prefixes and their order stay; the encoding becomes UTF-8. Laying out twice changes nothing more.
 */
public final class DocumentLayout {
    private DocumentLayout() {}

    /** The document laid out, or why it cannot be read. */
    public record LaidOut(Optional<byte[]> document, Optional<DocumentProblem> problem) {}

    /** Lays out a document; never throws on account of its content. */
    public static LaidOut of(byte[] document) {
        try {
            DocumentParser.parse(document);
            String text = new LayoutWriter().write(LayoutNode.read(DocumentParser.open(document)));
            return new LaidOut(Optional.of(text.getBytes(StandardCharsets.UTF_8)), Optional.empty());
        } catch (DocumentRefused refused) {
            return new LaidOut(Optional.empty(), Optional.of(refused.problem()));
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a document that was parsed cannot be parsed again", e);
        }
    }
}
