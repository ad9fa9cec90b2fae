package dev.slipway.document;

import dev.slipway.problem.ProblemCode;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Collects what is wrong with a document, so that its author sees all of it at once. */
final class Findings {
    /** A document with more problems than this gets the first ones. */
    static final int MOST = 500;

    private final Set<DocumentProblem> found = new LinkedHashSet<>();
    private final Set<DocumentProblem.Severity> severities = EnumSet.noneOf(DocumentProblem.Severity.class);
    private boolean cut;

    void problem(DocumentElement at, String message, String hint) {
        add(DocumentProblem.Severity.ERROR, at, message, hint);
    }

    void warning(DocumentElement at, String message, String hint) {
        add(DocumentProblem.Severity.WARNING, at, message, hint);
    }

    /** Something that the document clearly means and this version cannot do. */
    void unsupported(DocumentElement at, String what, String hint) {
        add(DocumentProblem.Severity.NOT_OFFERED, at, what + " cannot be done in this version", hint);
    }

    /** A password that everybody can read who sees the document: clear, and not taken. Nothing of it is told. */
    void clearPassword(DocumentElement at, String where, String hint) {
        add(
                ProblemCode.SECRET_CLEAR,
                DocumentProblem.Severity.NOT_OFFERED,
                at,
                where + " holds a password in the clear, which is not taken",
                hint);
    }

    private void add(DocumentProblem.Severity severity, DocumentElement at, String message, String hint) {
        ProblemCode code = severity == DocumentProblem.Severity.NOT_OFFERED
                ? ProblemCode.DOCUMENT_NOT_OFFERED
                : ProblemCode.DOCUMENT_INVALID;
        add(code, severity, at, message, hint);
    }

    private void add(
            ProblemCode code, DocumentProblem.Severity severity, DocumentElement at, String message, String hint) {
        if (counts(severity)) {
            found.add(new DocumentProblem(code, severity, at.xpath(), at.line(), at.column(), message, hint));
        }
    }

    /** Whether there is room; the gravest goes in even past the limit, so that a refusal always says why. */
    private boolean counts(DocumentProblem.Severity severity) {
        boolean gravest = severities.stream().allMatch(known -> known.compareTo(severity) > 0);
        severities.add(severity);
        boolean counts = found.size() < MOST || gravest;
        cut |= !counts;
        return counts;
    }

    /** Whether nothing more is listed: a refusal is certain, and its author has enough to do. */
    boolean isFull() {
        return hasErrors() && found.size() >= MOST;
    }

    /** Lets the list end with a line which says that the rest of the document was not judged. */
    void leaveRest() {
        cut = true;
    }

    /** Takes over what was found elsewhere; what is known already counts once. */
    void addAll(Findings others) {
        others.found.stream()
                .filter(problem -> !found.contains(problem) && counts(problem.severity()))
                .forEach(found::add);
        cut |= others.cut;
    }

    boolean hasErrors() {
        return severities.contains(DocumentProblem.Severity.ERROR);
    }

    /** Whether nothing but warnings was found. */
    boolean isClean() {
        return !hasErrors() && !severities.contains(DocumentProblem.Severity.NOT_OFFERED);
    }

    /** In document order; a last line tells if there is more. */
    List<DocumentProblem> all() {
        Stream<DocumentProblem> sorted = found.stream()
                .sorted(Comparator.comparingInt(DocumentProblem::line).thenComparingInt(DocumentProblem::column));
        return (cut ? Stream.concat(sorted, Stream.of(more())) : sorted).toList();
    }

    private static DocumentProblem more() {
        return new DocumentProblem(
                ProblemCode.DOCUMENT_INVALID,
                DocumentProblem.Severity.WARNING,
                "/",
                0,
                0,
                "and more: the list ends after " + MOST + " findings",
                "Correct these and validate again.");
    }
}
