package dev.slipway.toolkit.authoring;

import java.util.Map;
import picocli.CommandLine.Parameters;

/** A verb about one schedule. */
abstract class ScheduleVerb extends AuthoringVerb {
    @Parameters(
            paramLabel = "SCHEDULE",
            description = "The schedule: the id, the first characters of the id (at least 4), or the name.")
    private String schedule;

    /** Returns the field of a call that names the schedule. */
    Map.Entry<String, String> named() {
        return Map.entry("schedule", schedule);
    }
}
