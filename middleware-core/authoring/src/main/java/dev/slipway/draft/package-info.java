/**
 * Jobs in the making, kept for their owners. Uses forms, problems, the desk's callers and the journal's transactions.
 */
package dev.slipway.draft;
