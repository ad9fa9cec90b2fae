/**
 * The job pages: list, one job, its results and output. Translates between HTTP and {@link dev.slipway.desk.JobDesk}; pictures are
 * records of numbers that the JSPs draw.
 */
package dev.slipway.web.jobs;
