package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.job.WatchOption;
import dev.slipway.toolkit.verb.Verb;
import java.util.List;
import java.util.Map;

/** A verb about one template, draft or schedule. */
abstract class AuthoringVerb extends Verb {

    /**
     * Asks for a change, and prints a confirmation.
     *
     * @param fields the fields of the call; the first names the thing
     * @param done what has happened to the thing
     */
    int change(String operation, List<Map.Entry<String, String>> fields, String done) {
        ask(operation, fields);
        Map.Entry<String, String> thing = fields.get(0);
        if (json()) {
            return answer(Map.of(thing.getKey(), thing.getValue()));
        }
        terminal().note(thing.getKey() + " " + thing.getValue() + " " + done);
        return ExitStatus.DONE;
    }

    /** Prints the answer about a started job, and follows the job if the caller asks for that. */
    int started(Answer answer, WatchOption watch) {
        if (json()) {
            answer(Json.object(answer));
        } else {
            terminal().line(answer.text("token"));
        }
        return watch.follow(answer.text("token"), access(), terminal(), pause(), json());
    }
}
