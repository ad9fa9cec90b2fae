/**
 * The usage by the jobs of users: runs, processor hours and staged bytes. Reads the projection of the journal, and uses
 * the ledger of operations.
 */
package dev.slipway.usage;
