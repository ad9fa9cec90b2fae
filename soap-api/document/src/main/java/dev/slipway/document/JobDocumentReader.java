package dev.slipway.document;

import java.util.List;

/**
 * Reads job documents, and alone judges them: JSDL 1.0 with its extensions and the report's dialect, as {@code spec/job-document.md} and
 * {@code ELEMENTS.md} describe them. Safe on hostile input: no DTD, no entity, nothing fetched, limits on everything. Stateless and
 * safe for threads.
 */
public final class JobDocumentReader {
    /** The most bytes of a document. */
    public static final int LARGEST = DocumentParser.MAX_BYTES;

    /** Reads a document; never throws on account of its content. */
    public ReadDocument read(byte[] document) {
        try {
            return new DocumentReading().read(DocumentParser.parse(document));
        } catch (DocumentRefused refused) {
            return new ReadDocument.Refused(List.of(refused.problem()));
        }
    }
}
