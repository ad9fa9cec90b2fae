/**
 * The answers of places, kept over restarts. Uses the journal's store and the ports of staging; the operators' door
 * reads the answers.
 */
package dev.slipway.health;
