/**
 * What happened to every job, durably: events in a hash chain per job, one projection row per job, the documents. May use job,
 * request, problem and run; knows no effects.
 */
package dev.slipway.journal;
