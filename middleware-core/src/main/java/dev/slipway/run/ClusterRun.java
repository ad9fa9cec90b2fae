package dev.slipway.run;

/**
 * A run with the number that its cluster has given to the run.
 *
 * @param cluster the operator's name of the cluster
 * @param number the number that the cluster has given to the run
 */
public record ClusterRun(String cluster, String number) {}
