package dev.slipway.toolkit;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.verb.Verb;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
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
            "Prints a script that lets a shell complete verbs, options, words and tokens:"
                    + " source <(slipway completion bash).",
            "The tokens are those of the newest 200 jobs. The same script serves bash and zsh."
        })
final class Completion extends Verb {
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

    /** Returns the part of the script that completes tokens, for the verbs that take them. */
    private static String ofTokens(CommandLine documented) {
        String verbs = documented.getSubcommands().values().stream()
                .flatMap(verb -> Stream.concat(Stream.of(verb), verb.getSubcommands().values().stream()))
                .filter(Completion::takesToken)
                .map(verb -> verb.getCommandSpec().qualifiedName().replaceFirst("^slipway ", "") + " ")
                .map(verb -> "'" + verb + "'*")
                .collect(Collectors.joining(" | "));
        try (InputStream in = Completion.class.getResourceAsStream("tokens.bash")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("VERBS", verbs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean takesToken(CommandLine verb) {
        return verb.getCommandSpec().positionalParameters().stream()
                .anyMatch(one -> one.paramLabel().equals("TOKEN"));
    }
}
