/** The users of the service and where they are kept. May use desk for roles and journal for the ledger. */
package dev.slipway.account;
