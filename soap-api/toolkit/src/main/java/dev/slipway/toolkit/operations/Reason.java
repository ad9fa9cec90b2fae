package dev.slipway.toolkit.operations;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Tells other operators why something is stopped. */
final class Reason {
    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Tells other operators why, in at most 200 characters.")
    private String reason;

    /** Adds the reason, if there is one, as the last field of a call. */
    void addTo(List<Map.Entry<String, String>> fields) {
        if (reason != null) {
            fields.add(Map.entry("reason", reason));
        }
    }
}
