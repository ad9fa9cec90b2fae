/**
 * Holds the operator's settings: records, their defaults, and the check that stops the start. Uses the modules' own
 * settings and limits, and the home folder.
 */
package dev.slipway.server.settings;
