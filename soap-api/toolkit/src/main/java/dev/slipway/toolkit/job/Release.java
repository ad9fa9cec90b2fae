package dev.slipway.toolkit.job;

import dev.slipway.toolkit.verb.EachJobVerb;
import picocli.CommandLine.Command;

/** Calls the service's release. */
@Command(
        name = "release",
        description = {
            "Lets a held job go on, with its old rank.",
            "A repeated call changes nothing; refuses a job that has ended."
        })
public final class Release extends EachJobVerb {
    @Override
    protected int about(String token) {
        return change("release", token, "is released");
    }
}
