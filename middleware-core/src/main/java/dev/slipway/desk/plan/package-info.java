/**
 * Finds the problems that a job would meet if the job were submitted now: plans, and looks at places and sources. Both
 * have no effect. May use the desk, the status of jobs, dispatch and all packages below.
 */
package dev.slipway.desk.plan;
