package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.verb.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Parameters;

/** A verb about one place. */
abstract class PlaceVerb extends Verb {
    @Parameters(
            paramLabel = "PLACE",
            description =
                    "The place: source:NAME, host:NAME, site:NAME, folder:NAME or cluster:NAME, as `slipway place list`"
                            + " has it.")
    private String place;

    String place() {
        return place;
    }

    /** Returns the fields of a call, which begin with the place. */
    List<Map.Entry<String, String>> fields() {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("place", place));
        return fields;
    }

    /** Asks for the change and prints a confirmation. */
    int change(String operation, List<Map.Entry<String, String>> fields, String done) {
        ask(operation, fields);
        if (json()) {
            return answer(Map.of("place", place));
        }
        terminal().note("the pause of " + place + " " + done);
        return ExitStatus.DONE;
    }
}
