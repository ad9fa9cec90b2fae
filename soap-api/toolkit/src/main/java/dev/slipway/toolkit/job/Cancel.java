package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.JobVerb;
import picocli.CommandLine.Command;

/** Calls the service's cancel. */
@Command(name = "cancel", description = "Removes a waiting job from the queue, or kills a running job.")
public final class Cancel extends JobVerb {
    @Override
    protected int run() {
        return change("cancel", "is cancelled, or will be as soon as nothing of it moves or runs");
    }
}
