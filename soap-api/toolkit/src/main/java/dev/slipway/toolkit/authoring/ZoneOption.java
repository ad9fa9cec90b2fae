package dev.slipway.toolkit.authoring;

import java.time.ZoneId;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option with the time zone of times and of {@code today}. */
final class ZoneOption {
    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "The time zone of times and of today, such as Europe/Berlin; without it, the zone of this"
                    + " machine.")
    private String zone;

    Map.Entry<String, Object> field() {
        return Map.entry("zone", zone == null ? ZoneId.systemDefault().getId() : zone);
    }
}
