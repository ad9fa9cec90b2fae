package dev.slipway.toolkit;

import dev.slipway.service.wire.ClusterStage;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.JobSummary;
import dev.slipway.service.wire.RunAtCluster;

/** Makes answers about jobs whose runs wait in the queue of a cluster. */
final class SampleRunsAtCluster {
    private SampleRunsAtCluster() {}

    static JobStatus pending() {
        JobStatus status = ScriptedJobs.status(JobState.RUNNING);
        status.setCluster(atCluster());
        return status;
    }

    /** Lets the run of a listed job wait in the queue of a cluster. */
    static void make(JobSummary job) {
        job.setState(JobState.RUNNING);
        job.setOutcome(null);
        job.setCluster(atCluster());
    }

    private static RunAtCluster atCluster() {
        RunAtCluster at = new RunAtCluster();
        at.setName("main");
        at.setNumber("17");
        at.setStage(ClusterStage.PENDING);
        at.setReason("Priority");
        at.setExpected(ScriptedJobs.BEGUN.plusSeconds(7_380));
        at.setWords("waits in the queue of the cluster (Priority)");
        return at;
    }
}
