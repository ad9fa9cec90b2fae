/**
 * The journal in PostgreSQL: events in a hash chain per job, one projection row per job, the documents, and the
 * verification of all of them. May use journal, the journal's ledger, job, request, problem, run and effect; the only
 * effects are commits.
 */
package dev.slipway.journal.store;
