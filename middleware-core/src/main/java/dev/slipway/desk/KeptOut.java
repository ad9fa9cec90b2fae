package dev.slipway.desk;

import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.stoppage.Stoppage;
import java.util.Optional;

/**
 * What keeps a job whose turn may have come from being let in or launched, or its steps from moving.
 *
 * @param limit of the queue; empty for a job that it does not concern
 * @param share words where other users go first for having less; never keeps a job out
 * @param shortage of space on the disks, which concerns every job that waits for a turn
 * @param drain of the job's partition or of the service, which concerns its launch
 * @param steps of the job that wait for other steps
 */
record KeptOut(
        Optional<String> limit,
        Optional<String> share,
        Optional<Problem> shortage,
        Optional<Stoppage> drain,
        StepWaits steps) {
    Optional<String> why(JobState state) {
        return shortage.map(Problem::message).or(() -> limit).or(() -> drain(state));
    }

    private Optional<String> drain(JobState state) {
        return drain.filter(stoppage -> state == JobState.READY).map(Stoppage::words);
    }
}
