package dev.slipway.run.slurm;

import java.nio.file.Path;
import java.util.List;

/**
 * A run as Slurm takes it.
 *
 * @param options the demands of the run, its queue and its account
 * @param log the file for messages of the batch script
 * @param script the batch script
 */
public record SlurmSubmission(SbatchOptions options, Path log, String script) {
    /** Returns the options of sbatch for the run. */
    List<String> words() {
        return options.words(log);
    }
}
