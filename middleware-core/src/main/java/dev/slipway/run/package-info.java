/**
 * Runs on the machine: the port to the machine, the implementation on mpirun under the guard program, and the run
 * folders. May use request and problem; knows no jobs.
 */
package dev.slipway.run;
