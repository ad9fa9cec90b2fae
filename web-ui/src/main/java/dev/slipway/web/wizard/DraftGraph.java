package dev.slipway.web.wizard;

import dev.slipway.form.DemandFields;
import dev.slipway.form.Field;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.request.StreamApplication;
import dev.slipway.web.graph.StreamView;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the stream application of a draft. The wizard keeps the application as the document described it. */
final class DraftGraph {
    private static final String STREAM = "stream";

    /** Fields of an MPI program; in a stream application each kernel has its own. */
    private static final Set<String> OF_PROGRAM = Stream.concat(
                    Stream.of("executable", "arguments", "environment", "processes"), DemandFields.OF_PROGRAM.stream())
            .collect(Collectors.toSet());

    private DraftGraph() {}

    static boolean isStream(JobForm form) {
        return !form.value(STREAM).isBlank();
    }

    /**
     * Returns the fields of a page that a user types. With a stream application the fields of a program are left out.
     */
    static List<Field> typed(WizardPage page, JobForm form) {
        boolean stream = isStream(form);
        return JobForm.FIELDS.stream()
                .filter(field -> page.fields().contains(field.name()) && field.input() != Field.Input.KEPT)
                .filter(field -> !stream || !OF_PROGRAM.contains(field.name()))
                .toList();
    }

    /** Returns the problems of the stream application, which no field shows. */
    static List<FormProblem> problems(List<FormProblem> all) {
        return all.stream().filter(problem -> problem.field().equals(STREAM)).toList();
    }

    /** Returns the graph; empty for another program, and while the application has faults. */
    static Optional<StreamView> of(JobForm form) {
        if (!isStream(form)) {
            return Optional.empty();
        }
        // Only the launch is checked, so faults in other fields do not hide the graph.
        JobForm launch = new JobForm(
                form.first().with("snapshots", "").with("name", "launch").values(), List.of(), List.of());
        return launch.checked()
                .request()
                .map(request -> request.launch().application())
                .filter(StreamApplication.class::isInstance)
                .map(application -> StreamView.of((StreamApplication) application, Optional.empty()));
    }
}
