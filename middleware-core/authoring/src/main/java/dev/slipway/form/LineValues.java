package dev.slipway.form;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads the values of one line's JSON object. A value of another type or an unknown value is an {@link
 * IllegalArgumentException}.
 */
final class LineValues {
    private final JsonNode object;
    private final Set<String> read = new HashSet<>();

    private LineValues(JsonNode object) {
        this.object = object;
    }

    static LineValues of(JsonNode node) {
        require(node.isObject(), "it is not an object");
        return new LineValues(node);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    boolean has(String name) {
        return object.has(name);
    }

    void requireAllRead() {
        object.propertyNames().forEach(name -> require(read.contains(name), "nothing is known of " + name));
    }

    private Optional<JsonNode> value(String name) {
        read.add(name);
        return Optional.ofNullable(object.get(name));
    }

    Optional<String> optional(String name) {
        return value(name).map(node -> string(name, node));
    }

    String text(String name) {
        return optional(name).orElseThrow(() -> new IllegalArgumentException(name + " is missing"));
    }

    private static String string(String name, JsonNode node) {
        require(node.isString(), name + " is no text");
        return node.asString();
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        value(name).ifPresent(node -> {
            require(node.isArray(), name + " is no list");
            node.forEach(one -> texts.add(string(name, one)));
        });
        return texts;
    }

    Map<String, String> pairs(String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        value(name).ifPresent(node -> {
            require(node.isObject(), name + " is no object");
            node.properties().forEach(one -> pairs.put(one.getKey(), string(one.getKey(), one.getValue())));
        });
        return pairs;
    }

    Optional<Integer> number(String name) {
        return value(name).map(node -> {
            require(node.isInt(), name + " is no whole number");
            return node.asInt();
        });
    }

    boolean flag(String name) {
        return value(name)
                .map(node -> {
                    require(node.isBoolean(), name + " is neither true nor false");
                    return node.asBoolean();
                })
                .orElse(false);
    }

    /** Reads a constant of an enumeration, in lower case. */
    <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
        return optional(name).map(word -> {
            for (E each : type.getEnumConstants()) {
                if (word(each).equals(word)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(name + " is none of its choices");
        });
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
