package dev.slipway.document;

import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import java.util.Locale;

/**
 * A finding of the reader about a document.
 *
 * @param xpath the element, with the prefixes of the schemas; {@code /} when the document could not be parsed
 * @param line 1-based; 0 when unknown
 * @param column 1-based; 0 when unknown
 * @param message one factual line; values of the document are shortened and free of control characters
 * @param remedy what the author can do, in the words of each front end
 */
public record DocumentProblem(
        ProblemCode code, Severity severity, String xpath, int line, int column, String message, Remedy remedy) {

    /** Tells whether the document can be used in spite of the finding. */
    public enum Severity {
        /** Without a correction the document has no clear meaning. */
        ERROR,
        /**
         * The document is clear and can be read, but asks for something that this version does not offer: submit
         * refuses it.
         */
        NOT_OFFERED,
        /** The document departs from the schema or holds something without effect, but its meaning is clear. */
        WARNING;

        /** Returns the word for this severity that all front ends use. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Returns the finding's kind in the words of all front ends. A warning refuses nothing and so has no problem code.
     */
    public String id() {
        return severity == Severity.WARNING ? "document.warning" : code.id();
    }

    /** Returns the position and the message on one line. */
    public String text() {
        String place = line > 0 ? "line " + line + ", column " + column + ": " : "";
        return place + message;
    }

    /** Returns severity, position, message, element and remedy on one line, for the detail of a fault. */
    public String entry() {
        return severity.word() + ": " + text() + " [" + xpath + "] " + remedy.calls();
    }
}
