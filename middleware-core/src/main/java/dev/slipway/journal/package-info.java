/**
 * The durable history of every job, as the rest of the core sees it: the port {@link JobJournal}, the values that the
 * port takes and returns, and the transactions of the store. May use job, request, problem and run; knows no table.
 */
package dev.slipway.journal;
