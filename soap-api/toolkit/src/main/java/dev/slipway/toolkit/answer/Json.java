package dev.slipway.toolkit.answer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes answers as JSON. The WSDL decides which elements repeat and which hold numbers; the lists here repeat that,
 * and a test keeps them right.
 */
public final class Json {
    /** Elements that may repeat, with the names of their arrays. */
    static final Map<String, String> ARRAYS = Map.ofEntries(
            Map.entry("phase", "phases"),
            Map.entry("step", "steps"),
            Map.entry("figure", "figures"),
            Map.entry("job", "jobs"),
            Map.entry("entry", "entries"),
            Map.entry("result", "results"),
            Map.entry("warning", "warnings"),
            Map.entry("finding", "findings"),
            Map.entry("obstacle", "obstacles"),
            Map.entry("operation", "operations"),
            Map.entry("user", "users"),
            Map.entry("count", "counts"),
            Map.entry("failure", "failures"),
            Map.entry("answer", "answers"),
            Map.entry("partition", "partitions"),
            Map.entry("place", "places"),
            Map.entry("check", "checks"),
            Map.entry("template", "templates"),
            Map.entry("blank", "blanks"),
            Map.entry("set", "set"),
            Map.entry("draft", "drafts"),
            Map.entry("schedule", "schedules"),
            Map.entry("firing", "firings"),
            Map.entry("sum", "sums"),
            Map.entry("key", "keys"));

    /** Words that may repeat, by the element that holds them. */
    static final Map<String, Map<String, String>> LISTS = Map.ofEntries(
            Map.entry("user", Map.of("role", "roles", "grant", "grants")),
            Map.entry("job", Map.of("swept", "swept")),
            Map.entry("partition", Map.of("variable", "variables")),
            Map.entry("blank", Map.of("option", "options")),
            Map.entry("timetable", Map.of("day", "days")),
            Map.entry("schedule", Map.of("next", "next")),
            Map.entry("details", Map.of("next", "next")),
            Map.entry("choice", Map.of("event", "events")),
            Map.entry("settingsReloadResponse", Map.of("changed", "changed")),
            Map.entry(
                    "capabilitiesResponse",
                    Map.of(
                            "source", "sources",
                            "store", "stores",
                            "host", "hosts",
                            "site", "sites",
                            "folder", "folders",
                            "callback", "callbacks")),
            Map.entry("userAddResponse", Map.of("unconfigured", "unconfigured")),
            Map.entry("userGrantResponse", Map.of("unconfigured", "unconfigured")));

    /** Elements that stand once although the same name repeats elsewhere, by the element that holds them. */
    static final Map<String, String> SINGLE = Map.of("capabilitiesResponse", "user", "rotateKeyResponse", "key");

    /**
     * Elements with numbers, including those that hold a number only in some places. A text that is no number stays a
     * string.
     */
    static final Set<String> NUMBERS = Set.of(
            "bytes",
            "rows",
            "bytesPerSecond",
            "expectedBytes",
            "orderGroup",
            "position",
            "estimateSeconds",
            "processes",
            "done",
            "of",
            "value",
            "exitStatus",
            "signal",
            "userSeconds",
            "systemSeconds",
            "maxRssBytes",
            "total",
            "sequence",
            "jobs",
            "events",
            "checkpoints",
            "line",
            "column",
            "offset",
            "element",
            "next",
            "wallTimeSeconds",
            "largestCall",
            "largestDocument",
            "largestSweep",
            "waitingJobsPerUser",
            "largestUpload",
            "uploadsPerUser",
            "blocked",
            "held",
            "slots",
            "taken",
            "runs",
            "ready",
            "coming",
            "waiting",
            "latencySeconds",
            "medianLatencySeconds",
            "processorHours",
            "stagedBytes",
            "blankCount",
            "templateVersion",
            "presentVersion",
            "everyMinutes");

    static final Set<String> TRUTHS = Set.of(
            "cancelRequested",
            "blocked",
            "held",
            "lasting",
            "valid",
            "ready",
            "complete",
            "configured",
            "shared",
            "loginsRemoved",
            "alone",
            "paused",
            "atOnce",
            "confirmed");

    private Json() {}

    /** Writes a map (in its order), a list, a string, a number or a boolean. */
    public static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Answer answer) {
            return of(object(answer));
        }
        return value instanceof String text ? quoted(text) : String.valueOf(value);
    }

    /**
     * Converts an element with children to an object. The arrays named in {@code arrays} are present even when empty.
     */
    public static Map<String, Object> object(Answer answer, String... arrays) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (Answer child : answer.children()) {
            String array = ARRAYS.get(child.name());
            // A repeated element is an object; a problem's job and an outcome's phase are words.
            String list = LISTS.getOrDefault(answer.name(), Map.of()).get(child.name());
            boolean once = child.name().equals(SINGLE.get(answer.name()));
            if (array != null && !child.children().isEmpty() && !once) {
                elements(object, array).add(value(child));
            } else if (list != null) {
                elements(object, list).add(child.text());
            } else {
                object.put(child.name(), value(child));
            }
        }
        for (String array : arrays) {
            elements(object, array);
        }
        return object;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> elements(Map<String, Object> object, String array) {
        return (List<Object>) object.computeIfAbsent(array, name -> new ArrayList<>());
    }

    private static Object value(Answer answer) {
        if (!answer.children().isEmpty()) {
            return object(answer);
        }
        String text = answer.text();
        if (NUMBERS.contains(answer.name()) && text.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
            return new java.math.BigDecimal(text);
        }
        return TRUTHS.contains(answer.name()) ? (Object) Boolean.valueOf(text) : text;
    }

    public static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                default -> {
                    if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
