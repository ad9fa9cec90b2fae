package dev.slipway.web.wizard;

import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.request.StagingStep.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lists the wizard's pages in their order, and the part of a form that each page holds. */
enum WizardPage {
    IDENTITY(null, "name", "description", "submissionId"),
    APPLICATION(null, "stream", "executable", "arguments", "environment", "stdout", "stderr"),
    RESOURCES(
            null,
            "partition",
            "processes",
            "hosts",
            "processesPerHost",
            "threads",
            "processorsPerHost",
            "memoryPerHost",
            "exclusive",
            "constraint",
            "reservation",
            "qos",
            "account",
            "flavour",
            "wallTime",
            "memory",
            "processMemory",
            "processLimit",
            "checkpoint"),
    STAGE_IN(Direction.IN, "snapshots"),
    STAGE_OUT(Direction.OUT),
    SWEEP(null, JobForm.SWEEP),
    REVIEW(null);

    private final Direction direction;
    private final List<String> fields;

    WizardPage(Direction direction, String... fields) {
        this.direction = direction;
        this.fields = List.of(fields);
    }

    /** Returns the name of the page in addresses. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<WizardPage> named(String id) {
        return Arrays.stream(values()).filter(page -> page.id().equals(id)).findFirst();
    }

    static WizardPage of(Direction direction) {
        return direction == Direction.IN ? STAGE_IN : STAGE_OUT;
    }

    /** Returns the page's fields of the job itself. */
    List<String> fields() {
        return fields;
    }

    /** Returns the direction of the steps that the page lists; empty for a page without steps. */
    Optional<Direction> steps() {
        return Optional.ofNullable(direction);
    }

    WizardPage next() {
        return values()[Math.min(ordinal() + 1, values().length - 1)];
    }

    WizardPage before() {
        return values()[Math.max(ordinal() - 1, 0)];
    }

    /** Returns whether the page holds anything that a new form does not. */
    boolean isFilledIn(JobForm form) {
        JobForm blank = JobForm.blank();
        return fields.stream().anyMatch(field -> !form.value(field).equals(blank.value(field)))
                || form.steps().stream().anyMatch(step -> step.kind().direction() == direction)
                || this == STAGE_OUT && !form.results().isEmpty();
    }

    /** Returns the problems that can be mended on this page, or on the page of one of its steps. */
    List<FormProblem> problems(JobForm form, List<FormProblem> all) {
        return all.stream().filter(problem -> of(form, problem.field()) == this).toList();
    }

    /** Returns the page of a field; {@link #STAGE_IN} for a problem of no single field. */
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
