package dev.slipway.web.wizard;

import dev.slipway.form.DemandFields;
import dev.slipway.form.Field;
import dev.slipway.form.JobForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Describes the program that a job starts and the files that it keeps, as the review shows them to the author. */
public final class LaunchView {
    private static final Set<String> SHOWN = Set.of(
            "executable",
            "arguments",
            "environment",
            "processes",
            "partition",
            "wallTime",
            "memory",
            "processMemory",
            "processLimit",
            "checkpoint");

    /** The usual value of a choice, which the review leaves out like an empty field. */
    private static final String ANY = "any";

    /**
     * Fields that the review shows even when empty. The bundle has words for the empty value under
     * {@code review.unset.FIELD}.
     */
    private static final Set<String> TOLD_WHEN_EMPTY =
            Set.of("arguments", "partition", "processes", "wallTime", "memory");

    private LaunchView() {}

    /**
     * Describes one line of the review.
     *
     * @param field as the bundle names it
     * @param value as it was typed; empty where the service has a value of its own
     */
    public record Line(String field, String value) {
        /** Returns the lines of the value, such as the arguments of a program. */
        public List<String> words() {
            return value.lines().toList();
        }
    }

    /** Returns the lines of {@code form}, in the order of the fields. */
    static List<Line> of(JobForm form) {
        List<Line> lines = new ArrayList<>();
        for (Field field : JobForm.FIELDS) {
            String value = form.value(field.name()).strip();
            boolean demand = DemandFields.demand(field.name()).isPresent();
            if (demand && !value.isEmpty() && !value.equals(ANY)) {
                lines.add(new Line(field.name(), value));
            } else if (SHOWN.contains(field.name()) && (!value.isEmpty() || TOLD_WHEN_EMPTY.contains(field.name()))) {
                lines.add(new Line(field.name(), value));
            }
        }
        return lines;
    }

    /** Returns a line for each file that is kept as a result: the result's name, and the file in the run folder. */
    static List<Line> results(JobForm form) {
        return form.results().stream()
                .map(result -> new Line(result.get("name"), result.get("file")))
                .toList();
    }
}
