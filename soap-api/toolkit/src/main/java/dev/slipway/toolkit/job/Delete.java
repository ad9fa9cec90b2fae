package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.EachJobVerb;
import picocli.CommandLine.Command;

/** Calls the service's delete. */
@Command(name = "delete", description = "Removes a waiting job from the queue; refuses running jobs.")
public final class Delete extends EachJobVerb {
    @Override
    protected int about(String token) {
        return change("delete", token, "is off the queue, or will be as soon as nothing of it moves");
    }
}
