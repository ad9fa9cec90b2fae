/**
 * The answers of places, kept over restarts. Uses the journal's store and the ports of staging; the dispatcher's
 * probes write the answers.
 */
package dev.slipway.health;
