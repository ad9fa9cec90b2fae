package dev.slipway.document.writer;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.tree.DocumentParser;
import dev.slipway.document.tree.DocumentRefused;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/**
 * Formats a document, valid or not: two spaces per level, one element per line, at most one empty line in a row.
 * Elements, texts, comments, prefixes and their order stay; the encoding becomes UTF-8. Formatting is idempotent.
 */
public final class DocumentLayout {
    private DocumentLayout() {}

    /** The formatted document, or the reason why the document cannot be read. */
    public record LaidOut(Optional<byte[]> document, Optional<DocumentProblem> problem) {}

    /** Formats a document. Never throws because of the document's content. */
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
