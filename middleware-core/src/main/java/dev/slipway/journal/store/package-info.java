/**
 * The journal in PostgreSQL: events in a hash chain per job, one projection row per job, the documents, and the
 * verification of all of them. May use journal, its ledger, job, request, problem, run and effect; its only effects are
 * its own commits.
 */
package dev.slipway.journal.store;
