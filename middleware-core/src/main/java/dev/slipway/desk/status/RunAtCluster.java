package dev.slipway.desk.status;

import dev.slipway.dispatch.LiveProgress;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import java.time.Instant;
import java.util.Optional;

/**
 * A run that a cluster has accepted, in the form for every front end.
 *
 * @param stage the thing that the run waits for at the cluster; empty for a run that is under way or over
 * @param reason the cluster's own words for the reason of the stage; may be empty
 * @param expected when the cluster expects the run to start; empty unless the run waits and the cluster tells a time
 */
public record RunAtCluster(ClusterRun run, Optional<ClusterStage> stage, String reason, Optional<Instant> expected) {

    /** Returns the standing of a job's run at its cluster; empty for a job that no cluster has accepted. */
    public static Optional<RunAtCluster> of(Job job, LiveProgress live) {
        return of(job, live.start());
    }

    static Optional<RunAtCluster> of(Job job, Optional<Instant> start) {
        // The journal keeps the last stage of a run that is over.
        boolean open = job.state() == JobState.RUNNING;
        return job.cluster()
                .map(at -> new RunAtCluster(
                        at.run(),
                        at.stage().filter(stage -> open),
                        open ? at.reason() : "",
                        start.filter(time -> open && at.stage().isPresent())));
    }

    /** Returns the stage and its reason in words that follow the name of a job; empty without a stage. */
    public Optional<String> words() {
        return stage.map(one -> one.words() + (reason.isEmpty() ? "" : " (" + reason + ")"));
    }
}
