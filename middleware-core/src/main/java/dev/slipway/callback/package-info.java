/**
 * Calls the receiver that a job's submission named, once the job has closed. Uses the journal and its ledger; network
 * traffic goes through a port.
 */
package dev.slipway.callback;
