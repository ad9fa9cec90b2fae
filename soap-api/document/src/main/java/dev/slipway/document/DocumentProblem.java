package dev.slipway.document;

import dev.slipway.problem.ProblemCode;
import java.util.Locale;

/**
 * One thing that the reader found in a document.
 *
 * @param xpath the element, with the prefixes of the schemas; {@code /} when the document could not be parsed
 * @param line 1-based; 0 when unknown
 * @param column 1-based; 0 when unknown
 * @param message one factual line; values of the document are shortened and free of control characters
 * @param hint what to do about it
 */
public record DocumentProblem(
        ProblemCode code, Severity severity, String xpath, int line, int column, String message, String hint) {

    /** Whether the document can be used in spite of it. */
    public enum Severity {
        /** The document means something else, or nothing, without a correction. */
        ERROR,
        /** The document is clear, and asks for something that this version does not offer: it reads, but cannot be submitted. */
        NOT_OFFERED,
        /** The document departs from the schema, or holds something without effect; its meaning is clear. */
        WARNING;

        /** How every door names it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The finding's kind, as every door names it: a warning refuses nothing, so it has none of the problems' names. */
    public String id() {
        return severity == Severity.WARNING ? "document.warning" : code.id();
    }

    /** The place and the message on one line. */
    public String text() {
        String place = line > 0 ? "line " + line + ", column " + column + ": " : "";
        return place + message;
    }

    /** Place, element and hint as well, on one line. */
    public String entry() {
        return severity.word() + ": " + text() + " [" + xpath + "] " + hint;
    }
}
