package dev.slipway.job;

import static dev.slipway.job.JobLifecycle.When.ANY;
import static dev.slipway.job.JobLifecycle.When.UNDECIDED;
import static dev.slipway.job.JobState.CLEANING;
import static dev.slipway.job.JobState.CLOSED;
import static dev.slipway.job.JobState.QUEUED;
import static dev.slipway.job.JobState.READY;
import static dev.slipway.job.JobState.RUNNING;
import static dev.slipway.job.JobState.STAGING_IN;
import static dev.slipway.job.JobState.STAGING_OUT;

import dev.slipway.job.JobEvent.Kind;
import java.util.List;
import java.util.Optional;

/**
 * The life cycle of a job: the single table of allowed transitions. All other transitions are refused. {@code
 * spec/job-states.md} is generated from this table.
 *
 * <p>A job with a {@link JobOutcome} is decided. A decided job cannot fail or be cancelled any more. A job that failed
 * or was cancelled still goes through stage-out (for the steps marked {@code always}) and cleaning, so all jobs end in
 * the same way.
 */
public final class JobLifecycle {

    /** Whether a row holds for every job, or only while its outcome is open. */
    public enum When {
        ANY,
        UNDECIDED
    }

    /**
     * One allowed transition.
     *
     * @param from the state before; empty for the birth of a job
     */
    public record Row(Optional<JobState> from, Kind event, When when, JobState to) {}

    private static final List<Row> TABLE = List.of(
            birth(Kind.ACCEPTED, QUEUED),
            //
            row(QUEUED, Kind.STAGE_IN_BEGUN, ANY, STAGING_IN),
            row(QUEUED, Kind.FAILED, UNDECIDED, CLEANING),
            row(QUEUED, Kind.HELD, UNDECIDED, QUEUED),
            row(QUEUED, Kind.RELEASED, UNDECIDED, QUEUED),
            row(QUEUED, Kind.CANCEL_REQUESTED, UNDECIDED, QUEUED),
            row(QUEUED, Kind.CANCELLED, UNDECIDED, CLEANING),
            //
            row(STAGING_IN, Kind.STEP_INTENDED, ANY, STAGING_IN),
            row(STAGING_IN, Kind.STEP_MOVED, ANY, STAGING_IN),
            row(STAGING_IN, Kind.STEP_FAILED, ANY, STAGING_IN),
            row(STAGING_IN, Kind.SNAPSHOT_TAKEN, ANY, STAGING_IN),
            row(STAGING_IN, Kind.SNAPSHOT_LOST, ANY, STAGING_IN),
            row(STAGING_IN, Kind.BLOCKED, ANY, STAGING_IN),
            row(STAGING_IN, Kind.UNBLOCKED, ANY, STAGING_IN),
            row(STAGING_IN, Kind.STAGED_IN, ANY, READY),
            row(STAGING_IN, Kind.FAILED, UNDECIDED, STAGING_OUT),
            row(STAGING_IN, Kind.HELD, UNDECIDED, STAGING_IN),
            row(STAGING_IN, Kind.RELEASED, UNDECIDED, STAGING_IN),
            row(STAGING_IN, Kind.CANCEL_REQUESTED, UNDECIDED, STAGING_IN),
            row(STAGING_IN, Kind.CANCELLED, UNDECIDED, STAGING_OUT),
            //
            row(READY, Kind.LAUNCH_INTENDED, ANY, RUNNING),
            row(READY, Kind.FAILED, UNDECIDED, STAGING_OUT),
            row(READY, Kind.HELD, UNDECIDED, READY),
            row(READY, Kind.RELEASED, UNDECIDED, READY),
            row(READY, Kind.CANCEL_REQUESTED, UNDECIDED, READY),
            row(READY, Kind.CANCELLED, UNDECIDED, STAGING_OUT),
            //
            row(RUNNING, Kind.HOSTS_GIVEN, ANY, RUNNING),
            row(RUNNING, Kind.CLUSTER_ACCEPTED, ANY, RUNNING),
            row(RUNNING, Kind.CLUSTER_STAGE, ANY, RUNNING),
            row(RUNNING, Kind.BLOCKED, ANY, RUNNING),
            row(RUNNING, Kind.UNBLOCKED, ANY, RUNNING),
            row(RUNNING, Kind.RUN_ENDED, ANY, STAGING_OUT),
            row(RUNNING, Kind.FAILED, UNDECIDED, STAGING_OUT),
            row(RUNNING, Kind.CANCEL_REQUESTED, UNDECIDED, RUNNING),
            row(RUNNING, Kind.CANCELLED, UNDECIDED, STAGING_OUT),
            //
            row(STAGING_OUT, Kind.STEP_INTENDED, ANY, STAGING_OUT),
            row(STAGING_OUT, Kind.STEP_MOVED, ANY, STAGING_OUT),
            row(STAGING_OUT, Kind.STEP_FAILED, ANY, STAGING_OUT),
            row(STAGING_OUT, Kind.BLOCKED, ANY, STAGING_OUT),
            row(STAGING_OUT, Kind.UNBLOCKED, ANY, STAGING_OUT),
            row(STAGING_OUT, Kind.FAILED, UNDECIDED, STAGING_OUT),
            row(STAGING_OUT, Kind.CANCEL_REQUESTED, ANY, STAGING_OUT),
            row(STAGING_OUT, Kind.CANCELLED, UNDECIDED, STAGING_OUT),
            row(STAGING_OUT, Kind.STAGED_OUT, ANY, CLEANING),
            //
            row(CLEANING, Kind.BLOCKED, ANY, CLEANING),
            row(CLEANING, Kind.UNBLOCKED, ANY, CLEANING),
            row(CLEANING, Kind.RESULTS_KEPT, ANY, CLEANING),
            row(CLEANING, Kind.FAILED, UNDECIDED, CLEANING),
            row(CLEANING, Kind.CANCEL_REQUESTED, ANY, CLEANING),
            row(CLEANING, Kind.CANCELLED, UNDECIDED, CLEANING),
            row(CLEANING, Kind.LEFT_UNDONE, ANY, CLEANING),
            row(CLEANING, Kind.CLEANED, ANY, CLOSED),
            //
            row(CLOSED, Kind.FOLDER_REMOVED, ANY, CLOSED),
            row(CLOSED, Kind.RESULTS_REMOVED, ANY, CLOSED));

    private JobLifecycle() {}

    /** Returns the table, in the order of a job's life. */
    public static List<Row> table() {
        return TABLE;
    }

    /**
     * Returns the state after {@code event} in {@code from} (empty for a new job); empty if the transition is not
     * allowed.
     */
    static Optional<JobState> next(Optional<JobState> from, Kind event, boolean decided) {
        return TABLE.stream()
                .filter(row -> row.event() == event && row.from().equals(from))
                .filter(row -> row.when() == ANY || !decided)
                .map(Row::to)
                .findFirst();
    }

    private static Row birth(Kind event, JobState to) {
        return new Row(Optional.empty(), event, ANY, to);
    }

    private static Row row(JobState from, Kind event, When when, JobState to) {
        return new Row(Optional.of(from), event, when, to);
    }
}
