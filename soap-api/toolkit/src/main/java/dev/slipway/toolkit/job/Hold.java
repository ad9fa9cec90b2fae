package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.EachJobVerb;
import picocli.CommandLine.Command;

/** Calls the service's hold. */
@Command(
        name = "hold",
        description = {
            "Keeps a waiting job from staging in and from being launched, until its release; the job keeps its rank.",
            "A repeated call changes nothing."
        })
public final class Hold extends EachJobVerb {
    @Override
    protected int about(String token) {
        return change("hold", token, "is held");
    }
}
