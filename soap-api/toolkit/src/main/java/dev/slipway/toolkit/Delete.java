package dev.slipway.toolkit;

import java.util.Map;
import picocli.CommandLine.Command;

/** The service's delete. */
@Command(name = "delete", description = "Takes a waiting job off the queue; refuses running ones.")
final class Delete extends JobVerb {
    @Override
    int run() {
        ask("delete", "token", token());
        if (json()) {
            return answer(Map.of("token", token()));
        }
        terminal().line("job " + token() + " is off the queue");
        return ExitStatus.OK;
    }
}
