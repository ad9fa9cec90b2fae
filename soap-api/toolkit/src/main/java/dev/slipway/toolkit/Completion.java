package dev.slipway.toolkit;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.verb.Verb;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the script by which a shell completes verbs, options and tokens. */
@Command(
        name = "completion",
        description = {
            "Prints a script that lets a shell complete verbs, options, words, tokens and ids:"
                    + " source <(slipway completion bash).",
            "The tokens are those of the newest 200 jobs, the ids those of templates, drafts and schedules. The same"
                    + " script serves bash and zsh."
        })
final class Completion extends Verb {
    /** The list of the service from which each kind of argument is completed. */
    private static final Map<String, String> LISTS = new TreeMap<>(Map.of(
            "TOKEN", "list --limit 200",
            "TEMPLATE", "template list",
            "DRAFT", "draft list",
            "SCHEDULE", "schedule list"));

    /** Shells that can load the script. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell;

    @Override
    protected int run() {
        CommandLine documented = Slipway.documented(terminal());
        String script = AutoComplete.bash("slipway", documented).stripTrailing() + "\n" + ofTokens(documented);
        if (json()) {
            return answer(Map.of("script", script));
        }
        terminal().line(script.stripTrailing());
        return ExitStatus.DONE;
    }

    /** Returns the part of the script that completes tokens and ids, for the verbs that take them. */
    private static String ofTokens(CommandLine documented) {
        String cases = LISTS.entrySet().stream()
                .map(list -> "      " + verbs(documented, list.getKey()) + ") list=(" + list.getValue() + ") ;;")
                .collect(Collectors.joining("\n"));
        try (InputStream in = Completion.class.getResourceAsStream("tokens.bash")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("CASES", cases);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a pattern of the verbs that take a thing of this label. */
    private static String verbs(CommandLine documented, String label) {
        return documented.getSubcommands().values().stream()
                .flatMap(verb -> Stream.concat(Stream.of(verb), verb.getSubcommands().values().stream()))
                .filter(verb -> takes(verb, label))
                .map(verb -> verb.getCommandSpec().qualifiedName().replaceFirst("^slipway ", "") + " ")
                .map(verb -> "'" + verb + "'*")
                .collect(Collectors.joining(" | "));
    }

    private static boolean takes(CommandLine verb, String label) {
        return verb.getCommandSpec().positionalParameters().stream()
                .anyMatch(one -> one.paramLabel().equals(label));
    }
}
