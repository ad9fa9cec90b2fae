package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.verb.EachJobVerb;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's retry. */
@Command(
        name = "retry",
        description = {
            "Repeats a closed job as a new job; prints the new token.",
            "Takes over verified files that are still kept. Each call makes a new job,"
                    + " unless --sid repeats an earlier call."
        })
public final class Retry extends EachJobVerb {
    @Option(
            names = "--sid",
            paramLabel = "ID",
            description = "The new job's submission id: a repeated call with this id gives the same job.")
    private String sid;

    @Override
    protected int about(String token) {
        if (sid != null && isOfSeveral()) {
            throw Failure.usage(
                    "--sid names one new job, and the call has several tokens", "Call once for each token.");
        }
        String id = sid == null ? UUID.randomUUID().toString() : sid;
        Answer answer = answered(token, id);
        if (json()) {
            return answer(Json.object(answer));
        }
        terminal().line(answer.text("token"));
        return ExitStatus.DONE;
    }

    /** Asks for the retry. A lost answer leaves open whether the job exists; the same id finds or makes that job. */
    private Answer answered(String token, String id) {
        try {
            return ask("retry", "token", token, "sid", id);
        } catch (Failure failure) {
            if (!failure.is(OwnProblem.NOT_REACHED)) {
                throw failure;
            }
            throw failure.withHint(
                    "Call again with --sid " + id + ": it gives the job that this call may have made, or makes it.");
        }
    }
}
