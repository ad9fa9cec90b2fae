/**
 * The ledger of operations: a hash chain over the acts of the service, checkpoints over the heads of all jobs, and
 * their comparison with the heads that are kept outside of the store. May use journal, and job for its filters.
 */
package dev.slipway.journal.ledger;
