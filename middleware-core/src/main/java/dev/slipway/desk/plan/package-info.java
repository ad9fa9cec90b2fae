/**
 * What a job would meet if it were submitted now: plans, and looks at places and sources, which change nothing. May use
 * the desk, its status, dispatch and all below it.
 */
package dev.slipway.desk.plan;
