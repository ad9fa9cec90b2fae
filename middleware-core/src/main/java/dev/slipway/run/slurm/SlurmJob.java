package dev.slipway.run.slurm;

import dev.slipway.run.OsAccount;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A job in an answer of Slurm.
 *
 * @param number Slurm's number of the job, with an index for a job of an array
 * @param uid the number of the user who submitted the job; the name of the job proves no owner
 * @param name the name of the run: the job's name, which is a token, with the index of a job of an array
 * @param state the state in the table of Slurm's states
 * @param word the state in Slurm's own word
 * @param restarts the number of times that Slurm has taken the job back into the queue
 * @param expected the time at which Slurm expects the job to start
 * @param reason Slurm's word for the reason why the job waits, or for its end; may be empty
 */
public record SlurmJob(
        String number,
        long uid,
        String name,
        SlurmState state,
        String word,
        int restarts,
        Optional<Instant> expected,
        String reason) {
    /** Slurm tells a time many years ahead for a job that Slurm cannot place. */
    private static final Duration FORESEEABLE = Duration.ofDays(366);

    /** Returns whether this user submitted the job. Any user of a cluster can give any name to a job. */
    public boolean isOf(OsAccount account) {
        return uid == account.uid();
    }

    /** Returns whether this time of a start is an expectation, and no sign that Slurm cannot place the job. */
    public static boolean isForeseeable(Instant start, Instant now) {
        return start.isBefore(now.plus(FORESEEABLE));
    }
}
