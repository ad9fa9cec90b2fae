package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import java.util.List;

/** What a user may want of a job that is not closed: each way says itself what it means for a job as it stands. */
public sealed interface Wish permits Ending, Holding {

    /**
     * What to record of this wish; nothing if it was fulfilled before.
     *
     * @throws dev.slipway.problem.ProblemException JOB_STATE if the job's state does not fit
     */
    List<JobEvent> of(Job job, String by, String from);
}
