package dev.slipway.run;

import java.nio.file.Path;

/**
 * The folder of one run. Its root belongs to the service and holds the guard's records, which the run cannot forge;
 * below the root are the two folders that belong to the run.
 */
public record RunFolder(Path root) {

    /** Returns the run folder as steps and programs see it: inputs, outputs, working directory. */
    public Path files() {
        return root.resolve("files");
    }

    /** Returns the program's home and temporary folder. */
    public Path tmp() {
        return root.resolve("tmp");
    }

    /**
     * Returns the folder of the guard's records of a run on a cluster, where the guard runs as the user of the run.
     * That user owns this folder and not the root, so the names in the root stay as the service made them.
     */
    public Path guard() {
        return root.resolve("guard");
    }

    /** Name of the progress file in {@link #tmp}. */
    public static final String PROGRESS = "progress.jsonl";
}
