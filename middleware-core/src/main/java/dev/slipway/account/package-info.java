/**
 * The users of the service, their rights, and the store of both. May use desk for callers, grant, and journal for the
 * ledger.
 */
package dev.slipway.account;
