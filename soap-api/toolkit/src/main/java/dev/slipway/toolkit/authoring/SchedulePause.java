package dev.slipway.toolkit.authoring;

import java.util.List;
import picocli.CommandLine.Command;

/** Calls the service's schedulePause. */
@Command(name = "pause", description = "Keeps a schedule from firing until it is resumed.")
final class SchedulePause extends ScheduleVerb {

    @Override
    protected int run() {
        return change("schedulePause", List.of(named()), "does not fire until `slipway schedule resume`");
    }
}
