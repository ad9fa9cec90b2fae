package dev.slipway.toolkit;

import java.util.Map;
import picocli.CommandLine.Parameters;

/** A verb about one job. */
abstract class JobVerb extends Verb {
    @Parameters(index = "0", paramLabel = "TOKEN", description = "The job's token, as submit printed it.")
    private String token;

    String token() {
        return token;
    }

    /** Asks for a change of the job, and says in {@code words} what it is now. */
    int change(String operation, String words) {
        ask(operation, "token", token);
        if (json()) {
            return answer(Map.of("token", token));
        }
        terminal().line("job " + token + " " + words);
        return ExitStatus.OK;
    }
}
