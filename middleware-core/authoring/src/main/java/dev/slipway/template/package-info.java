/**
 * Jobs kept with named blanks, for colleagues to fill in and run. May use form, desk for its entry and callers,
 * request, and journal for its transactions.
 */
package dev.slipway.template;
