package dev.slipway.run.slurm;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The batch script of a run. The only command of the script is the guard, which claims the run folder before it starts
 * the program. So the program runs once even if Slurm runs the script twice. The commands stand between braces, so a
 * shell that reads a truncated script reports a syntax error and runs nothing. All words are quoted, so that the shell
 * interprets no character of a document. Line ends in words are put into variables, because sbatch refuses scripts with
 * carriage returns, and takes some lines for options.
 *
 * @param run the token of the run
 * @param environment the variables of the guard, which the service sets
 * @param guard the guard's command
 * @param input the file that the guard reads as standard input
 * @param log the file for messages of the script, where Slurm has no file for each run
 */
record BatchScript(String run, Map<String, String> environment, List<String> guard, String input, String log) {
    private static final String LINE_FEED = "LF='\n'";

    /** Starts a process, so only scripts have it that need it. */
    private static final String CARRIAGE_RETURN = "CR=$(printf '\\015')\n";

    /** The service calls sbatch with these variables, which no run must get. */
    private static final String NOT_PASSED_ON = "unset LC_ALL TZ";

    /** Returns the script of a run that goes alone. */
    String text() {
        return script(exports(BatchScript::quoted) + "\n"
                + command(guard.stream().map(BatchScript::quoted)) + input(BatchScript::quoted));
    }

    /**
     * Returns the script of an array. The parts that the runs have in common stand there once, with the token in a
     * variable. This keeps the script short: a host gets the whole script for each run, and a shell reads it.
     *
     * @param runs the runs by their indices
     */
    static String ofArray(SortedMap<Integer, BatchScript> runs) {
        BatchScript first = runs.get(runs.firstKey());
        if (runs.values().stream().anyMatch(one -> !one.frame().equals(first.frame()))) {
            throw new IllegalArgumentException("runs of one array have unlike environments or folders");
        }
        int common = common(runs.values());
        String cases = runs.entrySet().stream()
                .map(one -> one.getKey() + ") " + one.getValue().own(common) + " ;;\n")
                .collect(Collectors.joining());
        return script("case \"$SLURM_ARRAY_TASK_ID\" in\n" + cases + "*) exit 1 ;;\nesac\n"
                + first.frame()
                + command(Stream.concat(first.words().limit(common), Stream.of("\"$@\"")))
                + first.input(first::shared));
    }

    /** Returns the number of first words of the guard's commands that all these runs have in common. */
    private static int common(Collection<BatchScript> runs) {
        List<List<String>> all = runs.stream().map(one -> one.words().toList()).toList();
        List<String> first = all.get(0);
        int common = 0;
        while (common < first.size() && haveAt(all, common, first.get(common))) {
            common++;
        }
        return common;
    }

    private static boolean haveAt(List<List<String>> all, int index, String word) {
        return all.stream()
                .allMatch(words -> words.size() > index && words.get(index).equals(word));
    }

    /** Returns the most characters that the run adds to the script of an array. */
    int length() {
        return own(0).length();
    }

    /** Returns the commands that set the token and the run's own words, those after the common words. */
    private String own(int common) {
        return Stream.concat(
                        Stream.of("RUN=" + quoted(run), "; set --"),
                        words().skip(common).map(word -> " " + word))
                .collect(Collectors.joining());
    }

    /** Returns the commands that come before the guard's and are alike in all runs of an array. */
    private String frame() {
        return "exec >> " + shared(log) + " 2>&1\n" + exports(this::shared) + "\n";
    }

    private Stream<String> words() {
        return guard.stream().map(this::shared);
    }

    private static String script(String body) {
        String carriageReturn = body.contains("\"$CR\"") ? CARRIAGE_RETURN : "";
        return String.join("\n", "#!/bin/sh", "{", LINE_FEED, carriageReturn + NOT_PASSED_ON, body, "}") + "\n";
    }

    private String exports(UnaryOperator<String> quote) {
        return environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + quote.apply(entry.getValue()))
                .collect(Collectors.joining(" ", "export ", ""));
    }

    private static String command(Stream<String> words) {
        return "exec " + words.collect(Collectors.joining(" "));
    }

    private String input(UnaryOperator<String> quote) {
        return " < " + quote.apply(input);
    }

    /** Quotes a word, with the variable RUN in the place of the token, which quoting leaves as it is. */
    private String shared(String word) {
        return quoted(word).replace(run, "'\"$RUN\"'");
    }

    /** Quotes a word for a shell. Within single quotes, a shell interprets no character except the quote. */
    static String quoted(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a word of a command holds a NUL character");
        }
        return "'" + word.replace("'", "'\\''").replace("\n", "'\"$LF\"'").replace("\r", "'\"$CR\"'") + "'";
    }
}
