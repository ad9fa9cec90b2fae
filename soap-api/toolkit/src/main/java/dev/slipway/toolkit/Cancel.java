package dev.slipway.toolkit;

import java.util.Map;
import picocli.CommandLine.Command;

/** The service's cancel. */
@Command(name = "cancel", description = "Takes a waiting job off the queue or kills a running one, whichever fits.")
final class Cancel extends JobVerb {
    @Override
    int run() {
        ask("cancel", "token", token());
        if (json()) {
            return answer(Map.of("token", token()));
        }
        terminal().line("job " + token() + " is cancelled as soon as nothing of it moves or runs");
        return ExitStatus.OK;
    }
}
