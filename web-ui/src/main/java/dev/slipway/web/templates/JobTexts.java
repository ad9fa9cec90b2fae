package dev.slipway.web.templates;

import dev.slipway.form.Field;
import dev.slipway.form.Field.Input;
import dev.slipway.form.JobForm;
import dev.slipway.form.StepForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lists the texts of a job that can contain blanks, each under the name of its field in the page's form. */
final class JobTexts {
    private static final Set<Input> LINES = Set.of(Input.TEXT, Input.SQL, Input.LIST);
    private static final Set<Input> NO_TEXT = Set.of(Input.KEPT, Input.FLAG, Input.CHOICE);
    private static final String ID = "submissionId";

    private JobTexts() {}

    /**
     * Holds one text.
     *
     * @param path name of the text in the form
     * @param field name of the field in the bundle of texts
     * @param lines height of the text's box; 1 for a single line
     */
    public record Text(String path, String field, String value, int lines) {
        /** Returns the text for readers, without the indentation of the document. */
        public String shown() {
            return value.stripTrailing().stripIndent().strip();
        }
    }

    /**
     * Holds texts that belong together.
     *
     * @param kind {@code job}, {@code result}, or the kind of a step
     * @param name of the step or result; empty for the job
     */
    public record Part(String kind, String name, List<Text> texts) {}

    static List<Part> of(JobForm form) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("job", "", texts("", form.values(), JobForm.FIELDS)));
        for (int i = 0; i < form.steps().size(); i++) {
            StepForm step = form.steps().get(i);
            parts.add(new Part(
                    step.kind().id(),
                    step.value("name"),
                    texts("steps/" + i + "/", step.values(), step.kind().fields())));
        }
        for (int i = 0; i < form.results().size(); i++) {
            Map<String, String> result = form.results().get(i);
            parts.add(
                    new Part("result", result.get("name"), texts("results/" + i + "/", result, JobForm.RESULT_FIELDS)));
        }
        return parts;
    }

    /**
     * Lists single lines first, then texts that need a box. A text that is no field of its kind belongs to the
     * contract.
     */
    private static List<Text> texts(String place, Map<String, String> values, List<Field> fields) {
        Map<String, Input> inputs = new LinkedHashMap<>();
        fields.forEach(field -> inputs.put(field.name(), field.input()));
        values.keySet().forEach(field -> inputs.putIfAbsent(field, Input.TEXT));
        return inputs.entrySet().stream()
                .filter(field -> !NO_TEXT.contains(field.getValue()))
                .filter(field -> !values.getOrDefault(field.getKey(), "").isEmpty())
                .filter(field -> !field.getKey().equals(ID))
                .map(field ->
                        text(place + field.getKey(), field.getKey(), values.get(field.getKey()), field.getValue()))
                .sorted(Comparator.comparing(text -> text.lines() > 1))
                .toList();
    }

    private static Text text(String path, String field, String value, Input input) {
        int lines = (int) Math.min(16, value.lines().count() + value.length() / 90);
        return new Text(path, field, value, LINES.contains(input) ? Math.max(2, lines) : lines > 1 ? lines : 1);
    }

    /** Returns the form with the texts that were sent. A text that was not sent stays. */
    static JobForm sent(JobForm form, PostedTemplate posted) {
        Map<String, String> changed = of(form).stream()
                .flatMap(part -> part.texts().stream())
                .collect(Collectors.toMap(
                        Text::path, text -> posted.value("text." + text.path()).orElse(text.value())));
        return replaced(form, changed::get);
    }

    private static JobForm replaced(JobForm form, Function<String, String> changed) {
        List<StepForm> steps = new ArrayList<>();
        for (int i = 0; i < form.steps().size(); i++) {
            StepForm step = form.steps().get(i);
            steps.add(new StepForm(step.kind(), replaced("steps/" + i + "/", step.values(), changed)));
        }
        List<Map<String, String>> results = new ArrayList<>();
        for (int i = 0; i < form.results().size(); i++) {
            results.add(replaced("results/" + i + "/", form.results().get(i), changed));
        }
        return new JobForm(replaced("", form.values(), changed), steps, results);
    }

    private static Map<String, String> replaced(
            String place, Map<String, String> values, Function<String, String> changed) {
        Map<String, String> after = new LinkedHashMap<>();
        values.forEach((field, value) -> {
            String text = changed.apply(place + field);
            after.put(field, text == null ? value : text);
        });
        return after;
    }
}
