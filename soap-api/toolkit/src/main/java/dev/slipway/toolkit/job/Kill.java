package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.EachJobVerb;
import picocli.CommandLine.Command;

/** Calls the service's kill. */
@Command(name = "kill", description = "Ends a job that runs or stages out; refuses waiting jobs.")
public final class Kill extends EachJobVerb {
    @Override
    protected int about(String token) {
        return change("kill", token, "is killed, or will be as soon as nothing of it moves or runs");
    }
}
