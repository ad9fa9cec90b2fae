package dev.slipway.toolkit;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.verb.Verb;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the script by which a shell completes verbs and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script that lets a shell complete verbs, options and words: source <(slipway completion bash).",
            "The same script serves bash and zsh."
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
        String script = AutoComplete.bash("slipway", Slipway.documented(terminal()));
        if (json()) {
            return answer(Map.of("script", script));
        }
        terminal().line(script.stripTrailing());
        return ExitStatus.DONE;
    }
}
