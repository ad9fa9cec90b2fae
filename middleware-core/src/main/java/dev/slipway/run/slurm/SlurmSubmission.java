package dev.slipway.run.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The submission of one run, or of several runs as an array.
 *
 * @param options the demands of each run, its queue and its account
 * @param array the name and the indices of an array
 * @param log the file for messages of the batch script
 * @param script the batch script
 */
public record SlurmSubmission(SbatchOptions options, Optional<SlurmArray> array, Path log, String script) {
    /** Makes the submission of a run that goes alone. */
    public SlurmSubmission(SbatchOptions options, Path log, String script) {
        this(options, Optional.empty(), log, script);
    }

    /** Returns the options of sbatch for the run or the array. */
    List<String> words() {
        return array.map(options::words).orElseGet(() -> options.words(log));
    }
}
