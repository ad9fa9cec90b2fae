package dev.slipway.form;

import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * The result of checking a form.
 *
 * @param request empty if a problem stands against the form
 * @param problems problems in the form's order
 */
public record CheckedForm(Optional<JobRequest> request, List<FormProblem> problems) {
    public CheckedForm {
        problems = List.copyOf(problems);
    }
}
