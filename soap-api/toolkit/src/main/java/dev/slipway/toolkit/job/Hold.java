package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.JobVerb;
import picocli.CommandLine.Command;

/** Calls the service's hold. */
@Command(
        name = "hold",
        description = {
            "Keeps a waiting job from staging in and from being launched, until its release; the job keeps its rank.",
            "A repeated call changes nothing."
        })
public final class Hold extends JobVerb {
    @Override
    protected int run() {
        return change("hold", "is held");
    }
}
