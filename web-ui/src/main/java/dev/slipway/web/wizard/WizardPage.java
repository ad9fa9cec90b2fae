package dev.slipway.web.wizard;

import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.request.StagingStep.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The wizard's pages in their order, and what of a form each of them is about. */
enum WizardPage {
    IDENTITY(null, "name", "description", "submissionId"),
    APPLICATION(null, "stream", "executable", "arguments", "environment", "stdout", "stderr"),
    RESOURCES(null, "partition", "processes", "wallTime", "memory", "processMemory", "processLimit", "checkpoint"),
    STAGE_IN(Direction.IN, "snapshots"),
    STAGE_OUT(Direction.OUT),
    REVIEW(null);

    private final Direction direction;
    private final List<String> fields;

    WizardPage(Direction direction, String... fields) {
        this.direction = direction;
        this.fields = List.of(fields);
    }

    /** How addresses name it. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<WizardPage> named(String id) {
        return Arrays.stream(values()).filter(page -> page.id().equals(id)).findFirst();
    }

    static WizardPage of(Direction direction) {
        return direction == Direction.IN ? STAGE_IN : STAGE_OUT;
    }

    /** Of the job itself. */
    List<String> fields() {
        return fields;
    }

    /** Whether it lists steps, and of which direction. */
    Optional<Direction> steps() {
        return Optional.ofNullable(direction);
    }

    WizardPage next() {
        return values()[Math.min(ordinal() + 1, values().length - 1)];
    }

    WizardPage before() {
        return values()[Math.max(ordinal() - 1, 0)];
    }

    /** Those of the form's problems that are mended on this page, or on a page of one of its steps. */
    List<FormProblem> problems(JobForm form, List<FormProblem> all) {
        return all.stream().filter(problem -> of(form, problem.field()) == this).toList();
    }

    /** The page on which a field is; the first for what is no single field's fault. */
    static WizardPage of(JobForm form, String field) {
        String[] parts = field.split("/");
        if (parts[0].equals("steps")) {
            return of(form.steps().get(Integer.parseInt(parts[1])).kind().direction());
        } else if (parts[0].equals("results")) {
            return STAGE_OUT;
        }
        return Arrays.stream(values())
                .filter(page -> page.fields.contains(field))
                .findFirst()
                .orElse(STAGE_IN);
    }
}
