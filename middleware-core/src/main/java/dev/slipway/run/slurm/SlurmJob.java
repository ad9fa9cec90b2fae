package dev.slipway.run.slurm;

import java.time.Instant;
import java.util.Optional;

/**
 * A job in an answer of Slurm.
 *
 * @param number Slurm's number of the job
 * @param name the job's name, which is the token of the run
 * @param state the state in the table of Slurm's states
 * @param word the state in Slurm's own word
 * @param restarts the number of times that Slurm has taken the job back into the queue
 * @param expected the time at which Slurm expects the job to start
 * @param reason Slurm's word for the reason why the job waits, or for its end; may be empty
 */
public record SlurmJob(
        String number,
        String name,
        SlurmState state,
        String word,
        int restarts,
        Optional<Instant> expected,
        String reason) {}
