package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Calls the service's kill. */
@Command(name = "kill", description = "Ends a job that runs or stages out; refuses waiting jobs.")
final class Kill extends JobVerb {
    @Override
    int run() {
        return change("kill", "is killed, or will be as soon as nothing of it moves or runs");
    }
}
