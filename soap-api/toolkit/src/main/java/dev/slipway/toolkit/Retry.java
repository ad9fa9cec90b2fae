package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** The service's retry. */
@Command(
        name = "retry",
        description = {
            "Does a closed job again as a new one; prints the new job's token.",
            "Verified files that are still there are taken over. Each call makes one more job."
        })
final class Retry extends JobVerb {
    @Override
    int run() {
        Answer answer = ask("retry", "token", token());
        if (json()) {
            return answer(Json.object(answer));
        }
        terminal().line(answer.text("token"));
        return ExitStatus.OK;
    }
}
