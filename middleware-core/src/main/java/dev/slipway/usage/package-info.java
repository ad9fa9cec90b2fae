/**
 * The usage by the jobs of users: runs, processor hours and staged bytes. Uses the projection of the journal and its
 * ledger of operations.
 */
package dev.slipway.usage;
