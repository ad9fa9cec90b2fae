/** Runs at clusters that Slurm manages: batch scripts, Slurm's commands, and Slurm's states of jobs. */
package dev.slipway.run.slurm;
