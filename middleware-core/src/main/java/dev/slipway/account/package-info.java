/** The users of the service, their rights, and where they are kept. May use desk for callers, grant, and journal for the ledger. */
package dev.slipway.account;
