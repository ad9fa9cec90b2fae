package dev.slipway.web.jobs;

import dev.slipway.form.JobForm;
import dev.slipway.form.StepForm;
import dev.slipway.request.JobRequest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the differences between requests, in the words of the forms in which requests are typed. A sealed password
 * is never shown.
 */
public final class RequestDifferences {
    private static final String SEALED = "sealed";
    private static final Map<String, String> OTHER_LABELS = Map.of(
            "sha256",
            "steps.hash",
            "kind",
            "steps.kind",
            "JOB.name",
            "label.job.name",
            "RESULT.file",
            "label.result.file");

    /** Fields of many lines, which are compared line by line. */
    private static final Set<String> BY_LINE = Set.of("arguments", "environment", "stream");

    private RequestDifferences() {}

    /**
     * Describes a part in which the requests differ.
     *
     * @param of JOB, IN, OUT or RESULT
     * @param name of the step or result, or number of the line; empty for a part that a job has once
     * @param label the key of the words for the part
     * @param a the part of the first request, {@code b} that of the second; empty where a request lacks the part
     */
    public record Difference(String of, String name, String label, String a, String b) {}

    /**
     * Holds one text of a request.
     *
     * @param name of the step or result, or number of the line; may be empty
     * @param label key of the words for the text
     */
    public record Text(String name, String label, String value) {}

    /**
     * Names a text of a request.
     *
     * @param of JOB, IN, OUT or RESULT
     * @param name of the step or result, or number of the line; empty for a text that a job has once
     */
    private record Key(String of, String name, String field) {
        String label() {
            return OTHER_LABELS.getOrDefault(field, OTHER_LABELS.getOrDefault(of + "." + field, "label." + field));
        }
    }

    /** Returns the differences in the order of the first request. */
    public static List<Difference> of(JobRequest a, JobRequest b) {
        Map<Key, String> left = texts(JobForm.of(a));
        Map<Key, String> right = texts(JobForm.of(b));
        Set<Key> keys = new LinkedHashSet<>(left.keySet());
        keys.addAll(right.keySet());
        return keys.stream()
                .map(key -> new Difference(
                        key.of(), key.name(), key.label(), left.getOrDefault(key, ""), right.getOrDefault(key, "")))
                .filter(each -> !each.a().equals(each.b()))
                .toList();
    }

    /**
     * Returns for each of the requests its own texts, as far as not all requests have the same; empty for requests
     * without any difference.
     */
    static List<List<Text>> apart(List<JobRequest> requests) {
        List<Map<Key, String>> all = requests.stream()
                .map(JobForm::of)
                .map(RequestDifferences::texts)
                .toList();
        Set<Key> keys = new LinkedHashSet<>();
        all.forEach(texts -> keys.addAll(texts.keySet()));
        keys.removeIf(key -> key.field().equals("name")
                || all.stream().map(texts -> texts.get(key)).distinct().count() == 1);
        return all.stream()
                .map(texts -> keys.stream()
                        .filter(texts::containsKey)
                        .map(key -> new Text(key.name(), key.label(), texts.get(key)))
                        .toList())
                .toList();
    }

    private static Map<Key, String> texts(JobForm form) {
        Map<Key, String> texts = new LinkedHashMap<>();
        form.values().forEach((field, value) -> {
            if (field.equals("submissionId")) {
                return; // The submission id says how a job was sent, and is no part of the job's request.
            } else if (BY_LINE.contains(field)) {
                lines(field, value, texts);
            } else {
                texts.put(new Key("JOB", "", field), value);
            }
        });
        form.steps().forEach(step -> step(step, texts));
        form.results().forEach(result -> named("RESULT", result, texts));
        return texts;
    }

    /** Adds each line as a text of its own, so that one changed line is one difference. */
    private static void lines(String field, String value, Map<Key, String> texts) {
        int number = 0;
        for (String line : value.split("\n")) {
            texts.put(new Key("JOB", Integer.toString(++number), field), line);
        }
    }

    private static void step(StepForm step, Map<Key, String> texts) {
        String of = step.kind().direction().name();
        texts.put(new Key(of, step.value("name"), "kind"), step.kind().id());
        named(of, step.values(), texts);
    }

    private static void named(String of, Map<String, String> values, Map<Key, String> texts) {
        values.forEach((field, value) -> {
            if (!field.equals("name") && !field.equals(SEALED)) {
                texts.put(new Key(of, values.get("name"), field), value);
            }
        });
    }
}
