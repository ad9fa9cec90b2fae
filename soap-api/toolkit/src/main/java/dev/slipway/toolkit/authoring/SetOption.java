package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.wire.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option with values for the blanks of a template. */
final class SetOption {
    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Gives the blank NAME the value VALUE; may be repeated. Other blanks take their initial"
                    + " values.")
    private Map<String, String> values = new LinkedHashMap<>();

    void addTo(List<Map.Entry<String, Object>> fields) {
        values.forEach((name, value) ->
                fields.add(Map.entry("set", new Part(List.of(Map.entry("name", name), Map.entry("text", value))))));
    }
}
