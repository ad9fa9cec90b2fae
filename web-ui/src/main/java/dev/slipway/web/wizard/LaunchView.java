package dev.slipway.web.wizard;

import dev.slipway.form.Field;
import dev.slipway.form.JobForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a job starts and keeps, as the review reads it back to the author. */
public final class LaunchView {
    private static final Set<String> SHOWN =
            Set.of("executable", "arguments", "environment", "processes", "partition", "wallTime", "checkpoint");

    /** Fields whose silence means something: the bundle has its words under {@code review.unset.FIELD}. */
    private static final Set<String> TOLD_WHEN_EMPTY = Set.of("partition", "wallTime");

    private LaunchView() {}

    /**
     * One line of the review.
     *
     * @param field as the bundle names it
     * @param value as it was typed; empty where the service has a value of its own
     */
    public record Line(String field, String value) {}

    /** Returns the lines of {@code form}, in the order of its fields. */
    static List<Line> of(JobForm form) {
        List<Line> lines = new ArrayList<>();
        for (Field field : JobForm.FIELDS) {
            String value = form.value(field.name()).strip();
            if (SHOWN.contains(field.name()) && (!value.isEmpty() || TOLD_WHEN_EMPTY.contains(field.name()))) {
                lines.add(new Line(field.name(), value));
            }
        }
        return lines;
    }

    /** Returns a line for each file that is kept as a result: its name, and the file of the run folder. */
    static List<Line> results(JobForm form) {
        return form.results().stream()
                .map(result -> new Line(result.get("name"), result.get("file")))
                .toList();
    }
}
