/** What the operator sets: records, their defaults, and the check that stops the start. Uses nothing of Slipway. */
package dev.slipway.server.settings;
