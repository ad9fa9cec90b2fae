package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.EachJobVerb;
import picocli.CommandLine.Command;

/** Calls the service's cancel. */
@Command(name = "cancel", description = "Removes a waiting job from the queue, or kills a running job.")
public final class Cancel extends EachJobVerb {
    @Override
    protected int about(String token) {
        return change("cancel", token, "is cancelled, or will be as soon as nothing of it moves or runs");
    }
}
