package dev.slipway.document;

/** Parsing ended early: there is no tree. */
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
