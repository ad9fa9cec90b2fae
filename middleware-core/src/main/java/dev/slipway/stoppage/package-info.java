/**
 * The stoppages of operators. Uses the journal's store and ledger, and the places of staging; the dispatcher applies
 * them.
 */
package dev.slipway.stoppage;
