/**
 * What happened to every job, durably: events in a hash chain per job, one projection row per job, the documents. May use job,
 * request, problem, run and effect; of effects it has but its own commits.
 */
package dev.slipway.journal;
