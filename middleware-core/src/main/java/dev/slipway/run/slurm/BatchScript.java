package dev.slipway.run.slurm;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The batch script of a run. The only command of the script is the guard, which claims the run folder before it starts
 * the program. So the program runs once even if Slurm runs the script twice. The commands stand between braces, so a
 * shell that reads a truncated script reports a syntax error and runs nothing. All words are quoted, so that the shell
 * interprets no character of a document. Line ends in words are put into variables, because sbatch refuses scripts with
 * carriage returns, and takes some lines for options.
 *
 * @param environment the variables of the guard, which the service sets
 * @param guard the guard's command
 * @param input the file that the guard reads as standard input
 */
record BatchScript(Map<String, String> environment, List<String> guard, String input) {
    private static final String LINE_ENDS = "LF='\n'\nCR=$(printf '\\015')";

    String text() {
        return script(body());
    }

    /**
     * Returns the script of an array, in which each job runs only the commands of its own run.
     *
     * @param bodies the commands of each run, by the index of the run
     */
    static String ofArray(Map<Integer, String> bodies) {
        String cases = bodies.entrySet().stream()
                .map(one -> one.getKey() + ")\n" + one.getValue() + "\n;;\n")
                .collect(Collectors.joining());
        return script("case \"$SLURM_ARRAY_TASK_ID\" in\n" + cases + "*) exit 1 ;;\nesac");
    }

    /** Returns the commands of this run within the script of an array, with the file for their messages. */
    String body(String log) {
        return "exec >> " + quoted(log) + " 2>&1\n" + body();
    }

    private static String script(String body) {
        return String.join("\n", "#!/bin/sh", "{", LINE_ENDS, body, "}") + "\n";
    }

    private String body() {
        String variables = environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + quoted(entry.getValue()))
                .collect(Collectors.joining(" "));
        return "export " + variables + "\n" + command() + " < " + quoted(input);
    }

    private String command() {
        return "exec " + guard.stream().map(BatchScript::quoted).collect(Collectors.joining(" "));
    }

    /** Quotes a word for a shell. Within single quotes, a shell interprets no character except the quote. */
    static String quoted(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a word of a command holds a NUL character");
        }
        return "'" + word.replace("'", "'\\''").replace("\n", "'\"$LF\"'").replace("\r", "'\"$CR\"'") + "'";
    }
}
