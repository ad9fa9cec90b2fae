package dev.slipway.toolkit.authoring;

import java.util.List;
import picocli.CommandLine.Command;

/** Calls the service's templateDelete. */
@Command(name = "delete", description = "Deletes a template. Its jobs stay; its schedules stop.")
final class TemplateDelete extends TemplateVerb {

    @Override
    protected int run() {
        return change("templateDelete", List.of(named()), "is deleted");
    }
}
