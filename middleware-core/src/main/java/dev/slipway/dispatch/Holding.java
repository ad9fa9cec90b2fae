package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.List;

/** The ways in which a user holds a waiting job, and releases the job in the old rank. Both can be repeated. */
public enum Holding implements UserCommand {
    /** Keeps the job from being let in and from being launched; moving steps go on. */
    HOLD {
        @Override
        public List<JobEvent> of(Job job, String by, String from) {
            requireWaiting(job);
            if (job.held().isEmpty()) {
                requireFewHolds(job);
            }
            return job.held().isPresent() ? List.of() : List.of(new JobEvent.Held(by, from));
        }
    },
    /** Releases a held job; leaves any other open job unchanged. */
    RELEASE {
        @Override
        public List<JobEvent> of(Job job, String by, String from) {
            if (job.state() == JobState.CLOSED) {
                throw Ending.endedAlready(job);
            }
            return job.held().isPresent() && !job.decided() ? List.of(new JobEvent.Released(by, from)) : List.of();
        }
    };

    /** The most holds of a job, because each hold stays in the journal for ever. */
    private static final int MOST_HOLDS = 100;

    private static void requireFewHolds(Job job) {
        if (job.holds() >= MOST_HOLDS) {
            throw new ProblemException(Problem.of(
                    ProblemCode.JOB_STATE,
                    "job " + job.token() + " was held " + MOST_HOLDS
                            + " times, and no job can be held more often; cancel it,"
                            + " and retry it when its time has come"));
        }
    }

    private static void requireWaiting(Job job) {
        boolean waits =
                switch (job.state()) {
                    case QUEUED, STAGING_IN, READY -> !job.decided();
                    case RUNNING, STAGING_OUT, CLEANING, CLOSED -> false;
                };
        if (!waits) {
            throw new ProblemException(Problem.of(
                    ProblemCode.JOB_STATE,
                    "job " + job.token() + " is " + job.state() + ", and only a job before its launch can be held"));
        }
    }
}
