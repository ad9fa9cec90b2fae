package dev.slipway.document.reader;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.sweep.Sweep;
import dev.slipway.document.tree.DocumentParser;
import dev.slipway.document.tree.DocumentRefused;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Reads job documents, as their only judge. The language is JSDL 1.0 with extensions and the report's dialect;
 * {@code spec/job-document.md} and {@code ELEMENTS.md} describe it. The reader is safe on hostile input: no DTD, no
 * entity, no access to anything else, and limits on everything. Stateless and thread-safe.
 */
public final class JobDocumentReader {
    /** The most bytes of a document. */
    public static final int LARGEST = DocumentParser.MAX_BYTES;

    /** The most characters of a sweep's value in the answer of {@link #sweptValues}. */
    private static final int LONGEST_VALUE = 200;

    /** Reads a document. Never throws because of the document's content. */
    public ReadDocument read(byte[] document) {
        try {
            return new DocumentReading().read(DocumentParser.parse(document));
        } catch (DocumentRefused refused) {
            return new ReadDocument.Refused(List.of(refused.problem()));
        }
    }

    /**
     * Returns the values that the document's sweep assigns to each job. The function takes a job's number, from 1, and
     * gives the value of each assignment, those of the outermost sweep first; long values are cut. The list is empty
     * for a number outside the sweep, for a document without a sweep, and for a document that cannot be read.
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
