package dev.slipway.run.slurm;

import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.run.OsAccount;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/**
 * The port by which files move between the machine of the service and the scratch folder of a cluster. The scratch
 * folder is seen by the hosts of the cluster, and not by this machine. Files are read and written there as the user of
 * the run, so a link of that user leads to no file that the user may not read. A transfer that breaks off continues
 * with the next call, after the bytes that have arrived.
 */
public interface ClusterScratch {
    /** Returns the scratch folder on the hosts of the cluster. Each run has a folder of its name there. */
    Path root();

    /**
     * Sends files into a folder there that has all folders of the files. Returns when the cluster has all bytes.
     *
     * @param here the folder of the files on this machine
     * @param files the paths below both folders
     * @throws ProblemException CLUSTER_AWAY if the cluster does not answer, STORAGE_FULL if the scratch folder is full
     */
    void send(OsAccount account, Path here, Collection<RunPath> files, Path there) throws InterruptedException;

    /**
     * Fetches files, and reads no more bytes of a file than expected. The files here are on disk when the call returns;
     * a file that has become shorter there is shorter here.
     *
     * @param sizes the expected bytes of each file, by the paths below both folders
     * @throws ProblemException CLUSTER_AWAY if the cluster does not answer, STORAGE_FULL if the disk here is full
     */
    void fetch(OsAccount account, Path there, Map<RunPath, Long> sizes, Path here) throws InterruptedException;
}
