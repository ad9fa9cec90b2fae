package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.wire.Part;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of a schedule that runs when the answer to a query changes. */
final class QueryOptions {
    @Option(
            names = "--source",
            paramLabel = "NAME",
            required = true,
            description = "The database of the query, as `slipway capabilities` lists it.")
    private String source;

    @Option(
            names = "--query",
            paramLabel = "SQL",
            required = true,
            description = "The statement whose changed answer runs the template.")
    private String statement;

    @Option(names = "--at-once", description = "Runs the template at the first answer, too.")
    private boolean atOnce;

    /** @param every null for the usual five minutes */
    Part part(String every) {
        return new Part(List.of(
                Map.entry("source", source),
                Map.entry("statement", statement),
                Map.entry("everyMinutes", minutes(every == null ? "5m" : every)),
                Map.entry("atOnce", Boolean.toString(atOnce))));
    }

    /** Returns the minutes of a time such as 30m or 2h. */
    static String minutes(String every) {
        if (!every.matches("[1-9][0-9]{0,3}[mh]")) {
            throw Failure.usage("--every is not a time: " + every, "Write 30m or 2h.");
        }
        int count = Integer.parseInt(every.substring(0, every.length() - 1));
        return Integer.toString(every.endsWith("h") ? 60 * count : count);
    }
}
