package dev.slipway.toolkit.secret;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.verb.Verb;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Calls the service's rotateKey. */
@Command(
        name = "rotate-key",
        description = {
            "Makes a new key for a purpose, which replaces the old one; for operators. Prints its kid.",
            "Older keys still open passwords that were sealed with them, and still verify signatures."
        })
public final class RotateKey extends Verb {
    /** The service's names of the purposes. */
    enum Purpose {
        SEAL,
        CALLBACK
    }

    @Parameters(paramLabel = "PURPOSE", description = "seal or callback.")
    private Purpose purpose;

    @Override
    protected int run() {
        Answer answer = ask("rotateKey", "purpose", purpose.name());
        Answer key = answer.child("key").orElseThrow();
        if (json()) {
            return answer(Json.object(key));
        }
        terminal().line(key.text("kid"));
        terminal().note("new key for " + purpose.name().toLowerCase(Locale.ROOT) + " by " + key.text("algorithm"));
        return ExitStatus.DONE;
    }
}
