package dev.slipway.document;

import java.util.List;

/**
 * Reads job documents, and alone judges them: extended JSDL 1.0, as {@code spec/job-document.md} describes it. Safe on
 * hostile input:
 * no DTD, no entity, nothing fetched, limits on everything. Stateless and safe for threads.
 */
public final class JobDocumentReader {

    /** Reads a document; never throws on account of its content. */
    public ReadDocument read(byte[] document) {
        try {
            return new RequestReading().read(DocumentParser.parse(document));
        } catch (DocumentRefused refused) {
            return new ReadDocument.Refused(List.of(refused.problem()));
        }
    }
}
