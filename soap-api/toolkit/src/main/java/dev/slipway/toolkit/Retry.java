package dev.slipway.toolkit;

import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's retry. */
@Command(
        name = "retry",
        description = {
            "Does a closed job again as a new one; prints the new job's token.",
            "Verified files that are still there are taken over. Each call makes one more job, unless --sid names the one of an earlier call."
        })
final class Retry extends JobVerb {
    @Option(
            names = "--sid",
            paramLabel = "ID",
            description = "The new job's submission id: a call repeated with it gives the same job again.")
    private String sid;

    @Override
    int run() {
        String id = sid == null ? UUID.randomUUID().toString() : sid;
        Answer answer = answered(id);
        if (json()) {
            return answer(Json.object(answer));
        }
        terminal().line(answer.text("token"));
        return ExitStatus.OK;
    }

    /** Asks for the retry. A lost answer leaves open whether the job exists; the same id finds or makes that job. */
    private Answer answered(String id) {
        try {
            return ask("retry", "token", token(), "sid", id);
        } catch (Failure failure) {
            if (failure.exitStatus() != ExitStatus.NOT_REACHED) {
                throw failure;
            }
            throw failure.withHint(
                    "Call again with --sid " + id + ": it gives the job that this call may have made, or makes it.");
        }
    }
}
