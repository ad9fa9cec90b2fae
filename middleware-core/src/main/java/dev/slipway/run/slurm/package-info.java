/** Runs at clusters that Slurm manages: batch scripts, Slurm's commands, and the states that Slurm tells. */
package dev.slipway.run.slurm;
