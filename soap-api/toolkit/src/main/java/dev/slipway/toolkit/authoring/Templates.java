package dev.slipway.toolkit.authoring;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
public final class Templates implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of template?");
    }
}
