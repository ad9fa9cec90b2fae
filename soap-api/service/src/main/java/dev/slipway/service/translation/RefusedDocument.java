package dev.slipway.service.translation;

import dev.slipway.document.DocumentProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import java.util.List;

/** Thrown for a document that cannot be submitted; holds all findings in the document. */
public final class RefusedDocument extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final transient List<DocumentProblem> findings;

    public RefusedDocument(Problem problem, List<DocumentProblem> findings) {
        super(problem);
        this.findings = findings;
    }

    List<DocumentProblem> findings() {
        return findings;
    }
}
