package dev.slipway.document;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Reads job documents, and alone judges them: JSDL 1.0 with its extensions and the report's dialect, as {@code spec/job-document.md} and
 * {@code ELEMENTS.md} describe them. Safe on hostile input: no DTD, no entity, nothing fetched, limits on everything. Stateless and
 * safe for threads.
 */
public final class JobDocumentReader {
    /** The most bytes of a document. */
    public static final int LARGEST = DocumentParser.MAX_BYTES;

    /** Of a value of a sweep that is told so many characters are. */
    private static final int LONGEST_VALUE = 200;

    /** Reads a document; never throws on account of its content. */
    public ReadDocument read(byte[] document) {
        try {
            return new DocumentReading().read(DocumentParser.parse(document));
        } catch (DocumentRefused refused) {
            return new ReadDocument.Refused(List.of(refused.problem()));
        }
    }

    /**
     * What the sweep of a document gives to each of its jobs: of the n-th, from 1, the value of each assignment, the outermost sweep's first; long
     * ones are cut. None for a number that the sweep does not have, and for a document that has no sweep or cannot be read.
     */
    public IntFunction<List<String>> sweptValues(byte[] document) {
        try {
            List<Supplier<Sweep.Element>> elements = new DocumentReading().elements(DocumentParser.parse(document));
            return number -> number < 1 || number > elements.size()
                    ? List.of()
                    : elements.get(number - 1).get().assigned().stream()
                            .map(JobDocumentReader::shortened)
                            .toList();
        } catch (DocumentRefused refused) {
            return number -> List.of();
        }
    }

    private static String shortened(String value) {
        return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE - 1) + "\u2026";
    }
}
