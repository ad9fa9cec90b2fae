package dev.slipway.document.tree;

import dev.slipway.document.DocumentProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Collects the findings about a document, so that the author sees all of them at once. */
public final class Findings {
    /** The most findings in a list; later findings are dropped. */
    public static final int MOST = 500;

    private final Set<DocumentProblem> found = new LinkedHashSet<>();
    private final Set<DocumentProblem.Severity> severities = EnumSet.noneOf(DocumentProblem.Severity.class);
    private boolean cut;

    public void problem(DocumentElement at, String message, String hint) {
        problem(at, message, Remedy.of(hint));
    }

    public void problem(DocumentElement at, String message, Remedy remedy) {
        add(DocumentProblem.Severity.ERROR, at, message, remedy);
    }

    public void warning(DocumentElement at, String message, String hint) {
        warning(at, message, Remedy.of(hint));
    }

    public void warning(DocumentElement at, String message, Remedy remedy) {
        add(DocumentProblem.Severity.WARNING, at, message, remedy);
    }

    /** Adds a feature that the document clearly asks for and this version does not support. */
    public void unsupported(DocumentElement at, String what, String hint) {
        unsupported(at, what, Remedy.of(hint));
    }

    /** Adds a feature that the document clearly asks for and this version does not support. */
    public void unsupported(DocumentElement at, String what, Remedy remedy) {
        add(DocumentProblem.Severity.NOT_OFFERED, at, what + " cannot be done in this version", remedy);
    }

    /** Adds a clear-text password, which the service refuses. The finding repeats no part of the password. */
    public void clearPassword(DocumentElement at, String where, Remedy remedy) {
        add(
                ProblemCode.SECRET_CLEAR,
                DocumentProblem.Severity.NOT_OFFERED,
                at,
                where + " holds a password in the clear, which is not taken",
                remedy);
    }

    private void add(DocumentProblem.Severity severity, DocumentElement at, String message, Remedy remedy) {
        ProblemCode code = severity == DocumentProblem.Severity.NOT_OFFERED
                ? ProblemCode.DOCUMENT_NOT_OFFERED
                : ProblemCode.DOCUMENT_INVALID;
        add(code, severity, at, message, remedy);
    }

    private void add(
            ProblemCode code, DocumentProblem.Severity severity, DocumentElement at, String message, Remedy remedy) {
        if (counts(severity)) {
            found.add(new DocumentProblem(code, severity, at.xpath(), at.line(), at.column(), message, remedy));
        }
    }

    /**
     * Returns whether the list takes another finding. The first finding of the highest severity goes in even past the
     * limit, so that a refusal always has a reason.
     */
    private boolean counts(DocumentProblem.Severity severity) {
        boolean gravest = severities.stream().allMatch(known -> known.compareTo(severity) > 0);
        severities.add(severity);
        boolean counts = found.size() < MOST || gravest;
        cut |= !counts;
        return counts;
    }

    /** Returns whether the list is full and the refusal is certain, so that checking may stop. */
    public boolean isFull() {
        return hasErrors() && found.size() >= MOST;
    }

    /** Ends the list with a line which says that the rest of the document was not judged. */
    public void leaveRest() {
        cut = true;
    }

    /** Takes over the findings of another list. A finding in both lists counts once. */
    public void addAll(Findings others) {
        others.found.stream()
                .filter(problem -> !found.contains(problem) && counts(problem.severity()))
                .forEach(found::add);
        cut |= others.cut;
    }

    public boolean hasErrors() {
        return severities.contains(DocumentProblem.Severity.ERROR);
    }

    /** Returns whether the list holds only warnings, or is empty. */
    public boolean isClean() {
        return !hasErrors() && !severities.contains(DocumentProblem.Severity.NOT_OFFERED);
    }

    /** Returns the findings in document order. A last line tells whether findings were dropped. */
    public List<DocumentProblem> all() {
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
                Remedy.of("Correct these and validate again."));
    }
}
