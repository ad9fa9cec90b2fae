package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Calls the service's hold. */
@Command(
        name = "hold",
        description = {
            "Keeps a waiting job from being let in and from being launched, until it is released; it keeps its rank.",
            "Called again it changes nothing."
        })
final class Hold extends JobVerb {
    @Override
    int run() {
        return change("hold", "is held");
    }
}
