package dev.slipway.run.slurm;

import java.time.Instant;
import java.util.Optional;

/**
 * A job as Slurm tells it.
 *
 * @param number Slurm's number of the job
 * @param name the job's name, which is the token of the run
 * @param state the state by the table
 * @param word the state in Slurm's own word
 * @param restarts how often Slurm has taken the job back into its queue
 * @param expected when Slurm expects the job to start
 * @param reason Slurm's word for why the job waits or how it ended; may be empty
 */
record SlurmJob(
        String number,
        String name,
        SlurmState state,
        String word,
        int restarts,
        Optional<Instant> expected,
        String reason) {}
