package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import java.util.List;

/**
 * A command that a user can give for a job that is not closed. Each command defines its effect in each state of a job.
 */
public sealed interface UserCommand permits Ending, Holding {

    /**
     * Returns the events that carry the command out; no events if an earlier call did so.
     *
     * @throws dev.slipway.problem.ProblemException JOB_STATE if the job's state does not fit
     */
    List<JobEvent> of(Job job, String by, String from);
}
