package dev.slipway.run.slurm;

import dev.slipway.run.OsAccount;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * A command for a cluster.
 *
 * @param argv the command's name, without a folder, and its arguments
 * @param input the text for the command's standard input
 * @param account the user of the operating system as whom the command runs
 * @param timeout the time after which a command without an answer is ended
 */
public record ClusterCall(List<String> argv, String input, OsAccount account, Duration timeout) {
    /** The most bytes of a command's standard input. */
    public static final int MOST_INPUT = 1 << 20;

    public ClusterCall {
        argv = List.copyOf(argv);
        if (argv.isEmpty() || argv.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("not the words of a command");
        }
        if (input.getBytes(StandardCharsets.UTF_8).length > MOST_INPUT) {
            throw new IllegalArgumentException("more than " + MOST_INPUT + " bytes for a command to read");
        }
    }

    /** Returns the command's name. */
    public String command() {
        return argv.get(0);
    }
}
