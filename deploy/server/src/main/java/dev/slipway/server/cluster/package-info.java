/** Clusters that are reached over ssh: Slurm's commands at a login node, and the users there. */
package dev.slipway.server.cluster;
