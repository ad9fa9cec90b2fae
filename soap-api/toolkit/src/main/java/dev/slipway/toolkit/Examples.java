package dev.slipway.toolkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the examples of the verbs from {@code examples.txt}. A line of that file without indentation names a verb. The
 * commands of the verb follow, each with its meaning on the next line.
 */
final class Examples {
    /**
     * A call of the verb.
     *
     * @param command the whole line, as typed
     */
    record Example(String command, String meaning) {}

    private Examples() {}

    /**
     * Returns the examples of a verb.
     *
     * @param verb as "audit verify"; empty for the toolkit itself
     */
    static List<Example> of(String verb) {
        return all().getOrDefault(verb.isEmpty() ? "slipway" : verb, List.of());
    }

    /** Returns all examples by the names of their verbs. */
    static Map<String, List<Example>> all() {
        Map<String, List<Example>> all = new LinkedHashMap<>();
        List<Example> of = List.of();
        String command = "";
        for (String line : lines()) {
            if (line.startsWith("    ")) {
                of.add(new Example(command, line.strip()));
            } else if (line.startsWith("  ")) {
                command = line.strip();
            } else {
                of = all.computeIfAbsent(line.strip(), verb -> new ArrayList<>());
            }
        }
        return all;
    }

    private static List<String> lines() {
        try (InputStream in = Examples.class.getResourceAsStream("examples.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
