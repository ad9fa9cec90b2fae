package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;

/** Calls the service's templates. */
@Command(
        name = "list",
        description = "Lists your templates and those that others share; operators and auditors see all templates.")
final class TemplateList extends Verb {

    @Override
    protected int run() {
        return listed(
                ask("templates"),
                "template",
                new TextTable("ID", "NAME", "OWNER", "SHARED", "BLANKS", "CHANGED"),
                template -> new String[] {
                    template.text("id"),
                    template.text("name"),
                    template.text("owner"),
                    template.is("shared") ? "yes" : "no",
                    template.text("blankCount"),
                    Figures.time(template.text("changed"))
                });
    }
}
