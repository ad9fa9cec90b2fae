package dev.slipway.web.templates;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields that a browser sent of a template's form. A browser writes line breaks its own way. */
record PostedTemplate(Map<String, String[]> parameters) {

    Optional<String> value(String name) {
        return Optional.ofNullable(parameters.get(name))
                .map(values -> values[0].replace("\r\n", "\n").replace('\r', '\n'));
    }

    /** Returns a field's text without the white space around it; empty text for a field that was not sent. */
    String text(String name) {
        return value(name).orElse("").strip();
    }

    boolean ticked(String name) {
        return parameters.containsKey(name);
    }

    List<String> all(String name) {
        return Arrays.asList(parameters.getOrDefault(name, new String[0]));
    }
}
