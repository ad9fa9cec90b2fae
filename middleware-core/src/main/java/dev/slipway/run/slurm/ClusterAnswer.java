package dev.slipway.run.slurm;

import java.util.Set;

/**
 * The answer of a command of a cluster.
 *
 * @param status the command's exit status
 * @param out the text that the command wrote to standard output
 * @param err the text that the command wrote to standard error; of a long text, the end
 */
public record ClusterAnswer(int status, String out, String err) {
    /** The most bytes of standard output that are read: about 400 for each of 10,000 jobs. */
    public static final int MOST_OUT = 4 << 20;

    /** The most bytes of standard error that are kept. */
    public static final int MOST_ERR = 64 << 10;

    /** The exit statuses of a shell, and of setpriv, for a command that is missing or cannot be executed. */
    private static final Set<Integer> NOT_RUN = Set.of(126, 127);

    /** Returns whether the status says that the command could not be run at all. */
    public static boolean isNotRun(int status) {
        return NOT_RUN.contains(status);
    }

    /** Returns whether the command reports success. */
    public boolean well() {
        return status == 0;
    }
}
