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

    /** Name of the progress file in {@link #tmp}. */
    static final String PROGRESS = "progress.jsonl";
}
