package dev.slipway.web.wizard;

import dev.slipway.form.Field;
import dev.slipway.form.Field.Input;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fields that a browser sent of a form. A browser writes line breaks its own way, and sends no box that is not
 * ticked.
 */
record PostedForm(Map<String, String[]> parameters) {
    /** Kinds of input in whose texts white space at the ends has a meaning. */
    private static final Set<Input> AS_TYPED = Set.of(Input.TEXT, Input.SQL, Input.LIST);

    Optional<String> value(String name) {
        return Optional.ofNullable(parameters.get(name)).map(values -> values[0]);
    }

    String text(String name) {
        return value(name).orElse("");
    }

    /** Returns these values with what was sent of these fields. A field that was not changed keeps its very text. */
    Map<String, String> over(Map<String, String> values, String place, List<Field> fields) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        for (Field field : fields) {
            String before = values.getOrDefault(field.name(), "");
            value(field, place)
                    .filter(sent -> !sent.equals(typed(field, before)))
                    .ifPresent(sent -> changed.put(field.name(), sent));
        }
        changed.values().removeIf(String::isEmpty);
        return changed;
    }

    private Optional<String> value(Field field, String place) {
        Optional<String> sent = value(place + field.name());
        boolean unset = field.input() == Input.FLAG && value(place + "shown").isPresent();
        return sent.or(() -> unset ? Optional.of("") : Optional.empty()).map(text -> typed(field, text));
    }

    private static String typed(Field field, String text) {
        String lines = text.replace("\r\n", "\n").replace('\r', '\n');
        return AS_TYPED.contains(field.input()) ? lines : lines.strip();
    }
}
