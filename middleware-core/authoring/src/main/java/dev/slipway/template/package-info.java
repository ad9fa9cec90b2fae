/**
 * Jobs kept with named blanks, for colleagues to fill in and run. May use form, desk for the entry and callers,
 * request, and journal for transactions.
 */
package dev.slipway.template;
