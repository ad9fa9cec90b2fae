package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.verb.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Parameters;

/** A verb that changes one user. */
abstract class UserVerb extends Verb {
    @Parameters(paramLabel = "NAME", description = "The user.")
    private String name;

    String name() {
        return name;
    }

    /** Returns the fields of a call, which begin with the user's name. */
    List<Map.Entry<String, String>> fields() {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("name", name));
        return fields;
    }

    /** Asks for the change and prints a confirmation. */
    int change(String operation, List<Map.Entry<String, String>> fields, String done) {
        List<String> unconfigured = ask(operation, fields).all("unconfigured").stream()
                .map(Answer::text)
                .toList();
        if (json()) {
            return answer(Map.of("name", name, "unconfigured", unconfigured));
        }
        terminal().note("user " + name + " " + done);
        for (String grant : unconfigured) {
            terminal()
                    .note("the service has no " + grant
                            + " now: mend a slip by `slipway user revoke`, or configure it");
        }
        return ExitStatus.DONE;
    }
}
