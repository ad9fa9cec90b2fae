package dev.slipway.web.wizard;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.form.JobForm;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * Holds a document that a user wants to change in the wizard: the form that makes exactly the request of the document,
 * or the reasons why there is no such form.
 *
 * @param form empty if the wizard cannot hold the document
 * @param problems of the reader; only warnings when there is a form
 */
record OpenedDocument(Optional<JobForm> form, List<DocumentProblem> problems) {

    static OpenedDocument of(byte[] document) {
        ReadDocument read = new JobDocumentReader().read(document);
        if (read instanceof ReadDocument.Accepted accepted) {
            return of(accepted.request(), accepted.warnings());
        } else if (read instanceof ReadDocument.Swept swept) {
            return refused(
                    "the document is a sweep of " + swept.requests().size() + " jobs, and a draft begins with one job",
                    "Open a document of a single job and write the values into the table of the page \"Several jobs\","
                            + " or have a program submit the sweep.");
        }
        return new OpenedDocument(Optional.empty(), read.problems());
    }

    private static OpenedDocument of(JobRequest request, List<DocumentProblem> warnings) {
        JobForm form = JobForm.of(request);
        // A form that would make another request than the document is never offered.
        return form.checked().request().filter(request::equals).isPresent()
                ? new OpenedDocument(Optional.of(form), warnings)
                : refused(
                        "the document holds something that the wizard cannot show",
                        "Change the file in a text editor, and have a program submit it.");
    }

    private static OpenedDocument refused(String message, String hint) {
        DocumentProblem problem = new DocumentProblem(
                ProblemCode.DOCUMENT_NOT_OFFERED,
                DocumentProblem.Severity.NOT_OFFERED,
                "/",
                0,
                0,
                message,
                Remedy.of(hint));
        return new OpenedDocument(Optional.empty(), List.of(problem));
    }
}
