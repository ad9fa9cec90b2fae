package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Calls the service's delete. */
@Command(name = "delete", description = "Removes a waiting job from the queue; refuses running jobs.")
final class Delete extends JobVerb {
    @Override
    int run() {
        return change("delete", "is off the queue, or will be as soon as nothing of it moves");
    }
}
