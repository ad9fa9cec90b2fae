package dev.slipway.form;

import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Converts forms to JSON text and back. */
final class FormText {
    private static final JsonMapper JSON = new JsonMapper();

    private FormText() {}

    /** A form as stored. */
    private record Stored(Map<String, String> job, List<Step> steps, List<Map<String, String>> results) {}

    private record Step(String kind, Map<String, String> values) {}

    static String write(JobForm form) {
        return JSON.writeValueAsString(new Stored(
                form.values(),
                form.steps().stream()
                        .map(step -> new Step(step.kind().id(), step.values()))
                        .toList(),
                form.results()));
    }

    static JobForm read(String json) {
        try {
            Stored stored = JSON.readValue(json, Stored.class);
            return new JobForm(
                    stored.job(), stored.steps().stream().map(FormText::step).toList(), stored.results());
        } catch (JacksonException | NullPointerException e) {
            throw new IllegalArgumentException("not the text of a form", e);
        }
    }

    private static StepForm step(Step step) {
        StepKind kind = StepKind.named(step.kind())
                .orElseThrow(() -> new IllegalArgumentException("no such kind of step: " + step.kind()));
        return new StepForm(kind, step.values());
    }
}
