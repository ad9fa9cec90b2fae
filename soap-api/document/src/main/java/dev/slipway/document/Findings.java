package dev.slipway.document;

import dev.slipway.problem.ProblemCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a document, so that its author sees all of it at once. */
final class Findings {
    /** A document with more problems than this gets the first ones. */
    static final int MOST = 500;

    private final List<DocumentProblem> found = new ArrayList<>();
    private boolean errors;

    void problem(DocumentElement at, String message, String hint) {
        errors = true;
        add(DocumentProblem.Severity.ERROR, at, message, hint);
    }

    void warning(DocumentElement at, String message, String hint) {
        add(DocumentProblem.Severity.WARNING, at, message, hint);
    }

    /** Something that JSDL means and this version cannot do. */
    void unsupported(DocumentElement at, String what, String hint) {
        problem(at, what + " cannot be done in this version", hint);
    }

    private void add(DocumentProblem.Severity severity, DocumentElement at, String message, String hint) {
        // Errors go in even past the limit as long as there is none, so that a refusal always says why.
        if (found.size() < MOST || severity == DocumentProblem.Severity.ERROR && !hasErrorRow()) {
            found.add(new DocumentProblem(
                    ProblemCode.DOCUMENT_INVALID, severity, at.xpath(), at.line(), at.column(), message, hint));
        }
    }

    private boolean hasErrorRow() {
        return found.stream().anyMatch(row -> row.severity() == DocumentProblem.Severity.ERROR);
    }

    boolean hasErrors() {
        return errors;
    }

    /** In document order. */
    List<DocumentProblem> all() {
        return found.stream()
                .sorted(Comparator.comparingInt(DocumentProblem::line).thenComparingInt(DocumentProblem::column))
                .toList();
    }
}
