package dev.slipway.toolkit;

import java.util.Map;
import picocli.CommandLine.Command;

/** The service's kill. */
@Command(name = "kill", description = "Kills a running job; refuses waiting ones.")
final class Kill extends JobVerb {
    @Override
    int run() {
        ask("kill", "token", token());
        if (json()) {
            return answer(Map.of("token", token()));
        }
        terminal().line("job " + token() + " is killed as soon as nothing of it runs");
        return ExitStatus.OK;
    }
}
