package dev.slipway.toolkit;

import java.util.Map;
import picocli.CommandLine.Command;

/** The service's release. */
@Command(
        name = "release",
        description = {"Lets a held job take its turns again, in its old rank.", "Called again it changes nothing."})
final class Release extends JobVerb {
    @Override
    int run() {
        ask("release", "token", token());
        if (json()) {
            return answer(Map.of("token", token()));
        }
        terminal().line("job " + token() + " is released");
        return ExitStatus.OK;
    }
}
