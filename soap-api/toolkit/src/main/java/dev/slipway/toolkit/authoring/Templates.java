package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for templates. */
@Command(
        name = "template",
        description = "Lists templates, runs them with values, makes and deletes them.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {
            TemplateList.class,
            TemplateShow.class,
            TemplateRun.class,
            TemplateCreate.class,
            TemplateDelete.class
        })
public final class Templates extends VerbGroup {}
