/**
 * The durable history of every job: events in a hash chain per job, one projection row per job, and the documents. May
 * use job, request, problem, run and effect; its only effects are its own commits.
 */
package dev.slipway.journal;
