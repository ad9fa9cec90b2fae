package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Calls the service's delete. */
@Command(name = "delete", description = "Takes a waiting job off the queue; refuses running ones.")
final class Delete extends JobVerb {
    @Override
    int run() {
        return change("delete", "is off the queue, or will be as soon as nothing of it moves");
    }
}
