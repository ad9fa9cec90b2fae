/** Runs on the machine: the port to it, and its implementation on mpirun under the guard program. */
package dev.slipway.run;
