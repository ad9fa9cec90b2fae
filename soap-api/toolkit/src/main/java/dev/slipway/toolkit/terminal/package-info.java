/**
 * Holds the user's terminal: it prints lines, tables and figures, and asks questions whose answers stay unseen. Uses
 * answers and failures.
 */
package dev.slipway.toolkit.terminal;
