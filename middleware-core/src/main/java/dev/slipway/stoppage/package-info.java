/** What operators have stopped for a while. Uses the journal's store and ledger, and the places of staging; the dispatcher heeds it. */
package dev.slipway.stoppage;
