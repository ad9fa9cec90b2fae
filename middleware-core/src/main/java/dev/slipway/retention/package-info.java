/**
 * The end of kept data: expired run folders and results, and leftovers of a crash. Uses the journal and the folders.
 */
package dev.slipway.retention;
