package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.verb.EachJobVerb;
import dev.slipway.toolkit.view.ExplanationView;
import picocli.CommandLine.Command;

/** Shows why a job is in its present state. */
@Command(
        name = "explain",
        description = {
            "Says why a job waits or failed, and names the remedy.",
            "For a waiting job: the reason, the place in the queue, and the likely time. For a failed job:"
                    + " who can solve it."
        })
public final class Explain extends EachJobVerb {
    @Override
    protected int about(String token) {
        Answer explanation = ask("explain", "token", token).child("explanation").orElseThrow();
        if (json()) {
            return answer(named(token, Json.object(explanation)));
        }
        heading(token);
        new ExplanationView(terminal()).lines(explanation).forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
