package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.EachJobVerb;
import dev.slipway.toolkit.wire.OutageRetry;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Follows a job to its end. */
@Command(
        name = "watch",
        description = {
            "Follows a job to its end: phases, bytes and rows moved, the program's progress, the outcome.",
            "Redraws the view on a terminal; elsewhere prints one line for each change."
                    + " Tries an unavailable service again.",
            "For a group, shows the number of jobs in each state, until the last job ends.",
            "Follows several jobs one after the other."
        })
public final class Watch extends EachJobVerb {
    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "The time between two updates (default 1).")
    private double interval;

    @Mixin
    private OutageRetry retry;

    @Override
    protected int about(String token) {
        heading(token);
        Duration between = Duration.ofMillis(Math.max(50, Math.round(interval * 1000)));
        return new Following(access(), terminal(), pause(), json(), between, retry).toTheEnd(token);
    }
}
