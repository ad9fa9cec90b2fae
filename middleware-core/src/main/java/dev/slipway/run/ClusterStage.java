package dev.slipway.run;

/** The stage of a run that a cluster has accepted and that is not under way: the thing that the run waits for. */
public enum ClusterStage {
    /** The cluster has not given the run any host yet. */
    PENDING("waits in the queue of the cluster"),
    /** The run has all hosts, and the program has not begun. */
    STARTING("is being started by the cluster"),
    /** The cluster has stopped the run's processes for a while. */
    SUSPENDED("is suspended by the cluster"),
    /** The cluster has taken the run back into the queue. */
    REQUEUED("was taken back into the queue of the cluster"),
    /** The run is over, and the cluster or the guard has not recorded the end yet. */
    ENDING("is over, and its end is being recorded"),
    /** The run is over, and the service fetches the files of the run from the scratch folder of the cluster. */
    FETCHING("is over, and its files are being fetched from the cluster"),
    /** The cluster was not asked yet, or gave a state that this version does not know. */
    UNKNOWN("is with the cluster");

    private final String words;

    ClusterStage(String words) {
        this.words = words;
    }

    /** Returns the stage in words that follow the name of a job. */
    public String words() {
        return words;
    }
}
