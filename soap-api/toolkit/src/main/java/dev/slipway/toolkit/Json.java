package dev.slipway.toolkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Answers as JSON. Which elements repeat and which hold numbers is a property of the WSDL, listed here and held by a
 * test.
 */
final class Json {
    /** Elements that may stand any number of times, and the name of their array. */
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
            Map.entry("key", "keys"));

    /** Words that may stand any number of times, by the element that holds them. */
    static final Map<String, Map<String, String>> LISTS = Map.of(
            "user", Map.of("role", "roles", "grant", "grants"),
            "job", Map.of("swept", "swept"),
            "partition", Map.of("variable", "variables"),
            "capabilitiesResponse",
                    Map.of(
                            "source", "sources",
                            "store", "stores",
                            "host", "hosts",
                            "site", "sites",
                            "folder", "folders",
                            "callback", "callbacks"),
            "userAddResponse", Map.of("unconfigured", "unconfigured"),
            "userGrantResponse", Map.of("unconfigured", "unconfigured"));

    /** Elements that stand once, though elsewhere the same name stands often, by the element that holds them. */
    static final Map<String, String> SINGLE = Map.of("capabilitiesResponse", "user", "rotateKeyResponse", "key");

    /** Also what is a number in some elements only: a text that is none stays what it is. */
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
            "held");

    static final Set<String> TRUTHS =
            Set.of("cancelRequested", "blocked", "held", "lasting", "valid", "ready", "complete");

    private Json() {}

    /** A map (in its order), a list, a string, a number or a truth. */
    static String of(Object value) {
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

    /** An element with children as an object; arrays are there even when empty if {@code arrays} names them. */
    static Map<String, Object> object(Answer answer, String... arrays) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (Answer child : answer.children()) {
            String array = ARRAYS.get(child.name());
            // What repeats is an object; a problem's job and an outcome's phase are words.
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

    static String quoted(String text) {
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
