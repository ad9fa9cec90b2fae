package dev.slipway.form;

import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * The result of checking a form.
 *
 * @param requests the request of the job, or one for each job of a sweep; empty if a problem stands against the form
 * @param problems problems in the form's order
 */
public record CheckedForm(List<JobRequest> requests, List<FormProblem> problems) {
    public CheckedForm {
        requests = List.copyOf(requests);
        problems = List.copyOf(problems);
    }

    /** Returns the request of the job, or of the first job of a sweep; empty if a problem stands against the form. */
    public Optional<JobRequest> request() {
        return requests.stream().findFirst();
    }
}
