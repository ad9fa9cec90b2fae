package dev.slipway.toolkit.operations;

import picocli.CommandLine.Command;

/** Calls the service's placeResume. */
@Command(name = "resume", description = "Ends the pause of a place.")
final class PlaceResume extends PlaceVerb {

    @Override
    protected int run() {
        return change("placeResume", fields(), "has ended");
    }
}
