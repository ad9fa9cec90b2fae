package dev.slipway.toolkit.verb;

import picocli.CommandLine.Parameters;

/** A verb about one job, or about a group where the operation allows that. */
public abstract class JobVerb extends Verb {
    static final String TOKEN = "The job's token, from submit, or its first characters (at least 4).";

    @Parameters(index = "0", paramLabel = "TOKEN", description = TOKEN)
    private String token;

    private String whole;

    protected String token() {
        if (whole == null) {
            whole = whole(token);
        }
        return whole;
    }
}
