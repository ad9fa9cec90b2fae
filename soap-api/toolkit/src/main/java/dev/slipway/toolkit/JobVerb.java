package dev.slipway.toolkit;

import picocli.CommandLine.Parameters;

/** A verb about one job. */
abstract class JobVerb extends Verb {
    @Parameters(index = "0", paramLabel = "TOKEN", description = "The job's token, as submit printed it.")
    private String token;

    String token() {
        return token;
    }
}
