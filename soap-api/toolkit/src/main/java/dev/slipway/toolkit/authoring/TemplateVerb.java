package dev.slipway.toolkit.authoring;

import java.util.Map;
import picocli.CommandLine.Parameters;

/** A verb about one template. */
abstract class TemplateVerb extends AuthoringVerb {
    @Parameters(
            paramLabel = "TEMPLATE",
            description = "The template: the id, the first characters of the id (at least 4), or the name.")
    private String template;

    /** Returns the field of a call that names the template. */
    Map.Entry<String, String> named() {
        return Map.entry("template", template);
    }
}
