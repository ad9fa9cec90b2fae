package dev.slipway.toolkit.verb;

import java.time.ZoneId;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option with the time zone of times and of {@code today}. */
public final class ZoneOption {
    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "The time zone of times and of today, such as Europe/Berlin; without it, the zone of this"
                    + " machine.")
    private String zone;

    /** Returns the field of a call that names the zone. */
    public Map.Entry<String, Object> field() {
        return Map.entry("zone", zone == null ? ZoneId.systemDefault().getId() : zone);
    }
}
