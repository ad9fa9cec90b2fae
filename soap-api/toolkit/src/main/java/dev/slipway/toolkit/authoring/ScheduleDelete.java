package dev.slipway.toolkit.authoring;

import java.util.List;
import picocli.CommandLine.Command;

/** Calls the service's scheduleDelete. */
@Command(name = "delete", description = "Deletes a schedule. Its jobs stay.")
final class ScheduleDelete extends ScheduleVerb {

    @Override
    protected int run() {
        return change("scheduleDelete", List.of(named()), "is deleted");
    }
}
