package dev.slipway.web.jobs;

import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.web.Readable;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a request asks for as a table of texts, in which two requests can be compared. Every part of every kind of step is there, by the
 * parts of its record, so that a new kind cannot be forgotten here. A sealed password never is.
 */
final class RequestText {
    /** For what a request has not got. */
    private static final String NOTHING = "";

    private RequestText() {}

    /**
     * Which text.
     *
     * @param of what it belongs to: JOB, IN or OUT for a step, RESULT
     * @param name of the step or result; empty for the job
     * @param part its record's name for it
     */
    record Key(String of, String name, String part) {}

    /** What differs, in the order of the first request. */
    static List<ComparisonView.Difference> differences(JobRequest a, JobRequest b) {
        Map<Key, String> left = of(a);
        Map<Key, String> right = of(b);
        Set<Key> keys = new LinkedHashSet<>(left.keySet());
        keys.addAll(right.keySet());
        return keys.stream()
                .map(key -> new ComparisonView.Difference(
                        key.of(),
                        key.name(),
                        key.part(),
                        left.getOrDefault(key, NOTHING),
                        right.getOrDefault(key, NOTHING)))
                .filter(each -> !each.a().equals(each.b()))
                .toList();
    }

    static Map<Key, String> of(JobRequest request) {
        Map<Key, String> texts = new LinkedHashMap<>();
        texts.put(new Key("JOB", "", "name"), request.name());
        texts.put(new Key("JOB", "", "description"), text(request.description()));
        launch(request.launch(), texts);
        texts.put(new Key("JOB", "", "snapshots"), text(request.snapshots()));
        request.steps().forEach(step -> {
            String of = step.direction().name();
            parts(of, step.name(), step, texts);
            request.contract(step)
                    .ifPresent(contract -> texts.put(new Key(of, step.name(), "contract"), text(contract)));
        });
        request.results().forEach(result -> parts("RESULT", result.name(), result, texts));
        texts.values().removeIf(String::isEmpty);
        return texts;
    }

    /** Arguments one by one, for one is what differs. */
    private static void launch(LaunchRequest launch, Map<Key, String> texts) {
        texts.put(new Key("JOB", "", "executable"), launch.executable());
        for (int i = 0; i < launch.arguments().size(); i++) {
            texts.put(
                    new Key("JOB", Integer.toString(i + 1), "argument"),
                    launch.arguments().get(i));
        }
        launch.environment().forEach((name, value) -> texts.put(new Key("JOB", name, "variable"), value));
        texts.put(new Key("JOB", "", "partition"), text(launch.partition()));
        texts.put(new Key("JOB", "", "processes"), text(launch.processes()));
        texts.put(new Key("JOB", "", "wallTime"), text(launch.wallTime()));
        texts.put(new Key("JOB", "", "stdout"), text(launch.stdout()));
        texts.put(new Key("JOB", "", "stderr"), text(launch.stderr()));
    }

    private static void parts(String of, String name, Object thing, Map<Key, String> texts) {
        if (thing instanceof StagingStep) {
            texts.put(new Key(of, name, "kind"), words(thing.getClass().getSimpleName()));
        }
        for (RecordComponent part : thing.getClass().getRecordComponents()) {
            if (!part.getName().equals("name")) {
                texts.put(new Key(of, name, part.getName()), text(value(part, thing)));
            }
        }
    }

    private static Object value(RecordComponent part, Object of) {
        try {
            return part.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a part of a request cannot be read: " + part, e);
        }
    }

    private static String text(Object value) {
        if (value instanceof Optional<?> perhaps) {
            return perhaps.map(RequestText::text).orElse(NOTHING);
        }
        if (value instanceof Credential credential) {
            return credential.user() + " with a sealed password";
        }
        if (value instanceof RunPath path) {
            return path.value();
        }
        if (value instanceof Duration span) {
            return Readable.duration(span);
        }
        if (value instanceof Enum<?> word) {
            return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        if (value instanceof Collection<?> many) {
            return many.stream().map(RequestText::text).collect(Collectors.joining(", "));
        }
        return value instanceof Record record ? record(record) : Objects.toString(value, NOTHING);
    }

    private static String record(Record record) {
        List<String> parts = new ArrayList<>();
        for (RecordComponent part : record.getClass().getRecordComponents()) {
            String text = text(value(part, record));
            if (!text.isEmpty()) {
                parts.add(words(part.getName()) + " " + text);
            }
        }
        return String.join(", ", parts);
    }

    /** {@code remotePath} as {@code remote path}. */
    static String words(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
