package dev.slipway.form;

import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * What a form comes to.
 *
 * @param request empty if anything stands against it
 * @param problems in the form's order
 */
public record Checked(Optional<JobRequest> request, List<FormProblem> problems) {
    public Checked {
        problems = List.copyOf(problems);
    }
}
