/**
 * The movement of data: the order of steps, the port through which they move, and their reports. May use request and
 * job.
 */
package dev.slipway.staging;
