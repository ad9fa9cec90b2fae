package dev.slipway.gateway.ssh;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A command for a host, with its variables, its input and its bounds.
 *
 * @param argv the command's name or path, and its arguments
 * @param environment variables for the command, besides the login's PATH, HOME, USER, LOGNAME and SLURM_CONF; the
 *     command gets no other variable of the login
 * @param input the text for the command's standard input
 * @param timeout the time after which the call fails and the host kills the command
 * @param mostOut the most bytes of standard output; a command that writes more fails
 * @param mostErr the most bytes of standard error; of a longer text, the last bytes are kept
 */
public record HostCall(
        List<String> argv, Map<String, String> environment, String input, Duration timeout, int mostOut, int mostErr) {

    /**
     * Removes the full stop at the end of each decoded word, and runs the command with the given variables. The first
     * word is a number of seconds. After this time the host ends the command, because a broken connection would
     * otherwise leave the command behind. A host without the program {@code timeout} runs the command without this
     * limit.
     */
    private static final String SCRIPT = "for w do set -- \"$@\" \"${w%.}\"; shift; done; "
            + "t=\"timeout -s KILL $1\"; shift; command -v timeout >/dev/null 2>&1 || t=; "
            + "exec $t env -i \"PATH=$PATH\" \"HOME=$HOME\" \"USER=$USER\" \"LOGNAME=$LOGNAME\" "
            + "${SLURM_CONF+\"SLURM_CONF=$SLURM_CONF\"} \"$@\"";

    /** The most bytes of a command for a host's login shell, which gets the command as one word (Linux: 128 KiB). */
    private static final int MOST_LINE = 120_000;

    public HostCall {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        if (argv.isEmpty() || !argv.get(0).matches("[A-Za-z0-9/._][^=\0]*")) {
            throw new IllegalArgumentException("not the name of a command: " + argv);
        }
        if (argv.stream().anyMatch(HostCall::endsEarly)
                || environment.values().stream().anyMatch(HostCall::endsEarly)) {
            throw new IllegalArgumentException("a word of a command holds a NUL character");
        }
        if (!environment.keySet().stream().allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"))) {
            throw new IllegalArgumentException("not names of variables: " + environment.keySet());
        }
        if (line(argv, environment, timeout).length() > MOST_LINE) {
            throw new IllegalArgumentException("more than " + MOST_LINE + " bytes for the command " + argv.get(0));
        }
    }

    private static boolean endsEarly(String word) {
        return word.indexOf('\0') >= 0;
    }

    /** Returns the line for the login shell. A shell interprets no character of a word in this line. */
    String line() {
        return line(argv, environment, timeout);
    }

    private static String line(List<String> argv, Map<String, String> environment, Duration timeout) {
        List<String> words = new ArrayList<>();
        words.add(Long.toString(Math.max(1, timeout.toSeconds())));
        new TreeMap<>(environment).forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(argv);
        return HostScript.command(SCRIPT, words.toArray(String[]::new));
    }

    byte[] inputBytes() {
        return input.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the command's name, for messages. */
    public String command() {
        return argv.get(0);
    }
}
