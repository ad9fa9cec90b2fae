package dev.slipway.document.tree;

import dev.slipway.document.DocumentProblem;

/** Thrown when parsing ends early and leaves no tree. */
public final class DocumentRefused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient DocumentProblem problem;

    DocumentRefused(DocumentProblem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public DocumentProblem problem() {
        return problem;
    }
}
