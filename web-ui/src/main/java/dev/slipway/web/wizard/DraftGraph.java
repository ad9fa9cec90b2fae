package dev.slipway.web.wizard;

import dev.slipway.form.Field;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.request.StreamApplication;
import dev.slipway.web.graph.StreamView;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stream application of a draft, which the wizard keeps as its document had it, and shows. */
final class DraftGraph {
    private static final String STREAM = "stream";

    /** What an MPI program has, and kernels have for themselves. */
    private static final Set<String> OF_PROGRAM = Set.of("executable", "arguments", "environment", "processes");

    private DraftGraph() {}

    static boolean isStream(JobForm form) {
        return !form.value(STREAM).isBlank();
    }

    /** Returns the fields of a page that a user types. With a stream application the fields of a program are left out. */
    static List<Field> typed(WizardPage page, JobForm form) {
        boolean stream = isStream(form);
        return JobForm.FIELDS.stream()
                .filter(field -> page.fields().contains(field.name()) && field.input() != Field.Input.KEPT)
                .filter(field -> !stream || !OF_PROGRAM.contains(field.name()))
                .toList();
    }

    /** What is wrong with it, which no field shows. */
    static List<FormProblem> problems(List<FormProblem> all) {
        return all.stream().filter(problem -> problem.field().equals(STREAM)).toList();
    }

    /** Empty for another program, and while it is not right. */
    static Optional<StreamView> of(JobForm form) {
        if (!isStream(form)) {
            return Optional.empty();
        }
        // The launch alone: what else is typed wrong hides no graph.
        JobForm launch =
                new JobForm(form.with("snapshots", "").with("name", "launch").values(), List.of(), List.of());
        return launch.checked()
                .request()
                .map(request -> request.launch().application())
                .filter(StreamApplication.class::isInstance)
                .map(application -> StreamView.of((StreamApplication) application, Optional.empty()));
    }
}
