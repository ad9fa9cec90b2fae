package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** The service's kill. */
@Command(name = "kill", description = "Kills a running job; refuses waiting ones.")
final class Kill extends JobVerb {
    @Override
    int run() {
        return change("kill", "is killed as soon as nothing of it runs");
    }
}
