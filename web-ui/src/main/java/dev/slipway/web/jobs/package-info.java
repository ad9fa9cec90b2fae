/**
 * Contains the job pages: list, one job, a group of jobs, history and output. Translates between HTTP and
 * {@link dev.slipway.desk.JobDesk}.
 */
package dev.slipway.web.jobs;
