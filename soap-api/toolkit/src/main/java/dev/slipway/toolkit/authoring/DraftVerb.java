package dev.slipway.toolkit.authoring;

import java.util.Map;
import picocli.CommandLine.Parameters;

/** A verb about one draft. */
abstract class DraftVerb extends AuthoringVerb {
    @Parameters(
            paramLabel = "DRAFT",
            description = "The draft: the id, the first characters of the id (at least 4), or the name.")
    private String draft;

    /** Returns the field of a call that names the draft. */
    Map.Entry<String, String> named() {
        return Map.entry("draft", draft);
    }
}
