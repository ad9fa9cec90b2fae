package dev.slipway.toolkit.operations;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's placePause. */
@Command(name = "pause", description = "Begins no step at a place until it is resumed; steps that move go on.")
final class PlacePause extends PlaceVerb {
    @Mixin
    private Reason reason;

    @Override
    protected int run() {
        List<Map.Entry<String, String>> fields = fields();
        reason.addTo(fields);
        return change("placePause", fields, "holds until `slipway place resume`");
    }
}
