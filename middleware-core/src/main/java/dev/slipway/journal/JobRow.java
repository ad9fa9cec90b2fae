package dev.slipway.journal;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import java.time.Instant;
import java.util.Optional;

/**
 * The facts about a job for lists, counts and the start of the service, projected from its events.
 *
 * @param order the job's number in the order of acceptance
 * @param since when the job entered the present state; for a closed job, when the job closed
 * @param folderKept whether the run folder outlived the job and is still kept
 * @param resultsKept whether results, stdout and stderr are kept
 * @param membership the place of the job in its sweep; empty for a job outside a sweep
 * @param outcome {@link dev.slipway.job.JobOutcome#word()}; empty while undecided
 */
public record JobRow(
        JobToken token,
        long order,
        String owner,
        String name,
        String partition,
        int processes,
        JobState state,
        Optional<String> outcome,
        boolean blocked,
        boolean held,
        Instant accepted,
        Instant since,
        boolean folderKept,
        boolean resultsKept,
        Optional<Membership> membership) {}
