/**
 * Contains the job pages: list, one job, results and output. Translates between HTTP and
 * {@link dev.slipway.desk.JobDesk}. Pictures are records of numbers that the JSPs draw.
 */
package dev.slipway.web.jobs;
