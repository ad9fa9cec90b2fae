/**
 * The answers of places, kept over restarts. Uses the store of the journal and the ports of staging; the operators' door
 * reads the answers.
 */
package dev.slipway.health;
