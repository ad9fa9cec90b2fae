/** The end of what jobs leave: kept run folders and results whose time is over, and leftovers of a crash. Uses the journal and the folders. */
package dev.slipway.retention;
