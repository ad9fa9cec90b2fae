package dev.slipway.toolkit.authoring;

import java.util.List;
import picocli.CommandLine.Command;

/** Calls the service's draftDelete. */
@Command(name = "delete", description = "Deletes one of your drafts.")
final class DraftDelete extends DraftVerb {

    @Override
    protected int run() {
        return change("draftDelete", List.of(named()), "is deleted");
    }
}
