package dev.slipway.run.slurm;

/**
 * The answer of a command of a cluster.
 *
 * @param status the command's exit status
 * @param out the text that the command wrote to standard output
 * @param err the text that the command wrote to standard error, at its end if the text was long
 */
public record ClusterAnswer(int status, String out, String err) {
    /** Returns whether the command did what it was asked for. */
    public boolean well() {
        return status == 0;
    }
}
