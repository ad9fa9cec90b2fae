package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.run.OsAccount;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The port by which the service makes requests to the Slurm of a cluster, each as a user of the cluster. Each
 * implementation bounds the time and the bytes of an answer. Every request throws a ProblemException with the code
 * CLUSTER_AWAY if the cluster does not answer; the cluster may still have done the request.
 */
public interface SlurmRequests {
    /**
     * Returns the jobs with the names of these runs that slurmctld knows, in any state. A name with an index means one
     * job of an array. Jobs of other users, who can give any name to a job, are left out.
     *
     * @param owners the users of the runs
     * @param now the present time; an expected start that is too far away is left out
     */
    List<SlurmJob> queued(List<String> names, Set<OsAccount> owners, OsAccount account, Instant now)
            throws InterruptedException;

    /**
     * Returns the ended jobs with the names of these runs in the cluster's accounting, of any user; an empty list for a
     * cluster without accounting.
     */
    List<SlurmJob> accounted(List<String> names, OsAccount account) throws InterruptedException;

    /**
     * Returns whether the job of this number may be a job of the account with this name and this comment. The cluster
     * may have given the number to another job meanwhile.
     *
     * @param number the number of a job, of an array, or of a job of an array
     */
    boolean knows(String number, String jobName, Optional<String> comment, OsAccount account)
            throws InterruptedException;

    /** Returns the exit status of the batch script of an ended job; empty if a signal ended the script, or the cluster
     * does not tell the status. */
    Optional<Integer> exitStatus(String number, OsAccount account) throws InterruptedException;

    /** Returns the names of the cluster's partitions, also of those that are hidden from the user. */
    Set<String> partitions(OsAccount account) throws InterruptedException;

    /**
     * Asks the cluster whether the cluster would take such a run, and returns the reason of a refusal. No run is
     * submitted.
     */
    List<Problem> trial(SbatchOptions options, OsAccount account) throws InterruptedException;

    /** Returns the most runs of an array; empty if runs go alone, or the cluster does not tell now. */
    Optional<Integer> mostInArray(OsAccount account) throws InterruptedException;

    /**
     * Submits a run or an array of runs, and returns the number of the job.
     *
     * @param begun called once the request may have its effect
     * @throws dev.slipway.problem.ProblemException CLUSTER_REFUSED if the cluster does not take the run
     */
    String submit(SlurmSubmission run, OsAccount account, Runnable begun) throws InterruptedException;

    /**
     * Asks the cluster to end these jobs. The next {@link #queued} shows whether they end.
     *
     * @param begun called once the request may have its effect
     */
    void cancel(List<String> numbers, OsAccount account, Runnable begun) throws InterruptedException;

    /** Runs a command of the guard as the user, by which a run folder is claimed or closed before any guard. */
    ClusterAnswer guard(List<String> command, OsAccount account) throws InterruptedException;
}
