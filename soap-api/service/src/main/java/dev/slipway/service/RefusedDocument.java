package dev.slipway.service;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.problem.ProblemException;
import java.util.List;

/** A document that cannot be submitted, with everything that was found in it. */
final class RefusedDocument extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final transient List<DocumentProblem> findings;

    RefusedDocument(ReadDocument.Refused refused) {
        super(refused.problem());
        this.findings = refused.problems();
    }

    List<DocumentProblem> findings() {
        return findings;
    }
}
