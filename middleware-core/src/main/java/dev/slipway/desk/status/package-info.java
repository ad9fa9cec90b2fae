/**
 * Tells the standing of a job in words and figures: the status, the reason for a wait or a failure, and a forecast of
 * the time until the job goes on. May use dispatch and all packages below dispatch, and no other part of the desk.
 */
package dev.slipway.desk.status;
