package dev.slipway.toolkit;

import dev.slipway.toolkit.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes a man page for every verb into a folder: {@code slipway-status.1} and so on. The pages are made of the model
 * of the verbs, of which {@code --help} is made too, so that the two cannot differ.
 */
public final class ManPages {
    /** A fixed date, so that equal sources give equal pages. */
    private static final String DATE = "2026-11-21";

    private final CommandSpec spec;
    private final CommandLine line;
    private final StringBuilder page = new StringBuilder();

    private ManPages(CommandLine line) {
        this.line = line;
        this.spec = line.getCommandSpec();
    }

    /** @param arguments the folder */
    public static void main(String[] arguments) throws IOException {
        write(Slipway.documented(Terminal.ofProcess()), Files.createDirectories(Path.of(arguments[0])));
    }

    private static void write(CommandLine line, Path folder) throws IOException {
        String name = line.getCommandSpec().qualifiedName("-");
        Files.writeString(folder.resolve(name + ".1"), new ManPages(line).text(), StandardCharsets.UTF_8);
        for (var verb : line.getSubcommands().entrySet()) {
            if (verb.getKey().equals(verb.getValue().getCommandName())) {
                write(verb.getValue(), folder);
            }
        }
    }

    private String text() {
        String name = spec.qualifiedName("-");
        page.append(".TH ")
                .append(name.toUpperCase(Locale.ROOT))
                .append(" 1 ")
                .append(DATE)
                .append(" Slipway Slipway\n");
        macro("SH", "NAME");
        page.append(escaped(name)).append(" \\- ").append(escaped(summary())).append('\n');
        macro("SH", "SYNOPSIS");
        words(line.getHelp().synopsis(0));
        macro("SH", "DESCRIPTION");
        paragraphs(List.of(spec.usageMessage().description()));
        verbs();
        parameters();
        options();
        examples();
        macro("SH", "EXIT STATUS");
        if (isOfScript()) {
            item("0", "done");
            item("1", "failed: the output says why");
            item("2", "the call is wrong: correct it");
        } else {
            HelpText.statuses(verb())
                    .forEach(status -> item(Integer.toString(status), HelpText.EXIT_STATUSES.get(status)));
            macro("SH", "NOTES");
            paragraphs(HelpText.notes());
        }
        seeAlso();
        return page.toString();
    }

    /** Returns the words behind {@code slipway}; empty for the page of all verbs. */
    private String verb() {
        return spec.qualifiedName().replaceFirst("^slipway ?", "");
    }

    /** Returns whether a script runs the verb, and not the toolkit. */
    private boolean isOfScript() {
        return ScriptVerbs.names().contains(verb().split(" ")[0]);
    }

    /** Returns the first clause of the description. */
    private String summary() {
        String first = spec.usageMessage().description()[0];
        String clause = first.split("[.:;,]( |$)", 2)[0];
        return Character.toLowerCase(clause.charAt(0)) + clause.substring(1);
    }

    private void verbs() {
        if (line.getSubcommands().isEmpty()) {
            return;
        }
        macro("SH", "VERBS");
        line.getSubcommands().forEach((name, verb) -> {
            if (name.equals(verb.getCommandName())) {
                item(name, String.join(" ", verb.getCommandSpec().usageMessage().description()));
            }
        });
    }

    private void parameters() {
        if (!spec.positionalParameters().isEmpty()) {
            macro("SH", "ARGUMENTS");
            spec.positionalParameters().forEach(one -> item(one.paramLabel(), String.join(" ", one.description())));
        }
    }

    private void options() {
        macro("SH", "OPTIONS");
        spec.options().stream()
                .filter(option -> !option.hidden() && !(isOfScript() && option.versionHelp()))
                .sorted(Comparator.comparing(OptionSpec::longestName))
                .forEach(option -> item(names(option), String.join(" ", option.description())));
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
        return String.join(", ", option.names()) + value;
    }

    private void examples() {
        macro("SH", "EXAMPLES");
        for (Examples.Example example : Examples.of(verb())) {
            item(example.command(), example.meaning());
        }
    }

    private void seeAlso() {
        macro("SH", "SEE ALSO");
        String above = Optional.ofNullable(spec.parent())
                .map(parent -> parent.qualifiedName("-") + "(1)")
                .orElse("docs/toolkit.md");
        words(above);
    }

    private void macro(String name, String... words) {
        page.append('.').append(name);
        for (String word : words) {
            page.append(" \"").append(escaped(word)).append('"');
        }
        page.append('\n');
    }

    private void item(String head, String text) {
        page.append(".TP\n\\fB").append(escaped(head)).append("\\fR\n");
        words(text);
    }

    private void paragraphs(List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            page.append(i == 0 ? "" : ".PP\n");
            words(texts.get(i));
        }
    }

    /** Writes text of one paragraph. A line must not begin with a dot or an apostrophe, which are for macros. */
    private void words(String text) {
        String one = escaped(text.strip().replaceAll("\\s+", " "));
        page.append(one.startsWith(".") || one.startsWith("'") ? "\\&" : "")
                .append(one)
                .append('\n');
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("\"", "\\(dq")
                .replace("~", "\\(ti");
    }
}
