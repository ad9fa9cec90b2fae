package dev.slipway.dispatch;

import static dev.slipway.job.JobState.CLEANING;
import static dev.slipway.job.JobState.CLOSED;
import static dev.slipway.job.JobState.QUEUED;
import static dev.slipway.job.JobState.READY;
import static dev.slipway.job.JobState.RUNNING;
import static dev.slipway.job.JobState.STAGING_IN;
import static dev.slipway.job.JobState.STAGING_OUT;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The ways in which a user ends a job, and the effect of each in every state. A way that does not fit the state is
 * refused. For a job that is cancelled or being cancelled, every way is accepted without effect, so that every call can
 * be repeated.
 */
public enum Ending implements UserCommand {
    /** Ends a job in the way that fits its state. */
    CANCEL(EnumSet.complementOf(EnumSet.of(CLOSED)), "cancel takes open jobs only"),
    /** Ends a job that waits or stages in, as the delete of the report does; refuses running jobs. */
    DELETE(EnumSet.of(QUEUED, STAGING_IN, READY), "delete takes waiting jobs only: use kill or cancel"),
    /** Ends a job from its run on, as the kill of the report does; refuses waiting jobs. */
    KILL(EnumSet.of(RUNNING, STAGING_OUT, CLEANING), "kill takes running jobs only: use delete or cancel");

    private final Set<JobState> fitting;
    private final String rule;

    Ending(Set<JobState> fitting, String rule) {
        this.fitting = fitting;
        this.rule = rule;
    }

    @Override
    public List<JobEvent> of(Job job, String by, String from) {
        if (job.state() == CLOSED && !cancelled(job)) {
            throw endedAlready(job);
        }
        if (!fitting.contains(job.state())) {
            if (cancelled(job) || job.cancelRequestedBy().isPresent()) {
                return List.of();
            }
            throw refused("job " + job.token() + " is " + job.state() + ", and " + rule);
        }
        return job.decided() ? givenUp(job, by, from) : ended(job, by, from);
    }

    private static List<JobEvent> ended(Job job, String by, String from) {
        JobEvent request = new JobEvent.CancelRequested(by, from);
        return switch (job.state()) {
            // A job that was never let in has no run folder. There are no files to keep or to clean, so the job closes
            // at once.
            case QUEUED ->
                List.of(
                        request,
                        new JobEvent.Cancelled(by),
                        new JobEvent.ResultsKept(List.of()),
                        new JobEvent.Cleaned(false));
            case READY -> List.of(request, new JobEvent.Cancelled(by));
            case STAGING_IN, RUNNING, STAGING_OUT -> job.cancelRequestedBy().isPresent() ? List.of() : List.of(request);
            case CLEANING -> {
                if (job.results().isPresent()) {
                    throw refused("job " + job.token() + " is done: its results are kept already");
                }
                yield List.of(request, new JobEvent.Cancelled(by));
            }
            case CLOSED -> List.of();
        };
    }

    /**
     * Gives up the remaining steps of a decided job: after the outcome, only steps marked always and the keeping of
     * output are left. For a failed job, the first cancel in stage-out gives them up. For a job that was already
     * cancelled, a further cancel gives up only work that waits for an outage.
     */
    private static List<JobEvent> givenUp(Job job, String by, String from) {
        boolean ends = job.blocked().isPresent() || !cancelled(job) && job.state() == STAGING_OUT;
        return ends && !job.givenUp() ? List.of(new JobEvent.CancelRequested(by, from)) : List.of();
    }

    private static boolean cancelled(Job job) {
        return job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Cancelled)
                .isPresent();
    }

    /** Returns the refusal for a job that accepts no such command any more. */
    static ProblemException endedAlready(Job job) {
        return refused("job " + job.token() + " has ended already: "
                + job.outcome().map(JobOutcome::word).orElse(""));
    }

    private static ProblemException refused(String message) {
        return new ProblemException(Problem.of(ProblemCode.JOB_STATE, message));
    }
}
