package dev.slipway.journal;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import java.time.Instant;
import java.util.Optional;

/**
 * What lists, counts and start-up need of a job, projected from its events.
 *
 * @param order its place in the order of acceptance
 * @param since when it entered its state; for a closed job, when it closed
 * @param folderKept whether its run folder outlived it and is still kept
 * @param resultsKept whether results, stdout and stderr are kept
 * @param membership of a job that is one of a sweep's
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
