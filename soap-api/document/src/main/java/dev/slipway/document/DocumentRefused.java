package dev.slipway.document;

/** Thrown when parsing ends early and leaves no tree. */
final class DocumentRefused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient DocumentProblem problem;

    DocumentRefused(DocumentProblem problem) {
        super(problem.message());
        this.problem = problem;
    }

    DocumentProblem problem() {
        return problem;
    }
}
