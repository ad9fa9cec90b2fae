package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.JobVerb;
import picocli.CommandLine.Command;

/** Calls the service's delete. */
@Command(name = "delete", description = "Removes a waiting job from the queue; refuses running jobs.")
public final class Delete extends JobVerb {
    @Override
    protected int run() {
        return change("delete", "is off the queue, or will be as soon as nothing of it moves");
    }
}
